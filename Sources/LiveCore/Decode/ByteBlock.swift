/// Sixteen bytes compared at once.
struct ByteBlock {
  static let width = 16
  private let bytes: SIMD16<UInt8>

  /// The sixteen bytes from `pointer` on, at any alignment.
  @inline(__always)
  init(_ pointer: UnsafePointer<UInt8>) {
    bytes = UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  private init(_ bytes: SIMD16<UInt8>) { self.bytes = bytes }

  // `.==` with a scalar on the right is an unspecialised generic, 48 times slower than with a vector (measured).
  @inline(__always)
  func positions(of byte: UInt8) -> Positions { Positions(bytes .== SIMD16(repeating: byte)) }

  @inline(__always)
  func positions(below byte: UInt8) -> Positions { Positions(bytes .< SIMD16(repeating: byte)) }

  /// Braces and brackets: they differ from each other in the bit 0x20 only.
  @inline(__always)
  var brackets: Positions {
    let folded = ByteBlock(bytes | SIMD16(repeating: 0x20))
    return folded.positions(of: UInt8(ascii: "{")) | folded.positions(of: UInt8(ascii: "}"))
  }

  /// Which of the sixteen bytes answer to something.
  struct Positions {
    private var lanes: SIMD2<UInt64>

    @inline(__always)
    fileprivate init(_ mask: SIMDMask<SIMD16<Int8>>) { lanes = unsafeBitCast(mask, to: SIMD2<UInt64>.self) }

    @inline(__always)
    static func | (left: Positions, right: Positions) -> Positions {
      var union = left
      union.lanes |= right.lanes
      return union
    }

    @inline(__always)
    var isEmpty: Bool { lanes[0] | lanes[1] == 0 }

    /// Whether their number is odd.
    @inline(__always)
    var isOdd: Bool {
      var folded = lanes[0] ^ lanes[1]
      folded ^= folded >> 32
      folded ^= folded >> 16
      folded ^= folded >> 8
      return folded & 1 == 1
    }

    /// One bit a byte, the first byte's lowest.
    @inline(__always)
    var bits: UInt32 { UInt32(Self.gather(lanes[0]) | Self.gather(lanes[1]) << 8) }

    /// Takes bit i of byte i; the product adds the bytes up in the highest one.
    @inline(__always)
    private static func gather(_ lane: UInt64) -> UInt64 {
      ((lane & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) >> 56
    }
  }
}
