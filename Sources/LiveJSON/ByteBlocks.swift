/// Four blocks, 64 bytes, whose positions fit in one number: one bit for each byte, the lowest for the first one.
struct ByteBlocks {
  static let width = 4 * ByteBlock.width
  private let blocks: (ByteBlock, ByteBlock, ByteBlock, ByteBlock)

  /// Loads the 64 bytes at `pointer`, at any alignment.
  @inline(__always)
  init(_ pointer: UnsafePointer<UInt8>) {
    blocks = (
      ByteBlock(pointer), ByteBlock(pointer + ByteBlock.width), ByteBlock(pointer + 2 * ByteBlock.width),
      ByteBlock(pointer + 3 * ByteBlock.width)
    )
  }

  @inline(__always)
  var hasBackslashes: Bool {
    let each = positions { $0.positions(of: UInt8(ascii: "\\")) }
    return !(each.0 | each.1 | each.2 | each.3).isEmpty
  }

  @inline(__always)
  var quotes: UInt64 { Self.bits(positions { $0.positions(of: UInt8(ascii: "\"")) }) }

  /// Braces and brackets.
  @inline(__always)
  var brackets: UInt64 { Self.bits(positions { $0.brackets }) }

  private typealias Positions = ByteBlock.Positions

  @inline(__always)
  private func positions(_ of: (ByteBlock) -> Positions) -> (Positions, Positions, Positions, Positions) {
    (of(blocks.0), of(blocks.1), of(blocks.2), of(blocks.3))
  }

  @inline(__always)
  private static func bits(_ each: (Positions, Positions, Positions, Positions)) -> UInt64 {
    UInt64(each.0.bits) | UInt64(each.1.bits) << 16 | UInt64(each.2.bits) << 32 | UInt64(each.3.bits) << 48
  }
}
