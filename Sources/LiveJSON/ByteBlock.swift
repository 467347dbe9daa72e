/// Sixteen bytes that are compared at once.
@usableFromInline
struct ByteBlock {
  @inlinable static var width: Int { 16 }
  @usableFromInline let bytes: SIMD16<UInt8>

  /// Loads the sixteen bytes at `pointer`, at any alignment.
  @inlinable
  @inline(__always)
  init(_ pointer: UnsafePointer<UInt8>) {
    bytes = UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  @inlinable
  @inline(__always)
  init(_ bytes: SIMD16<UInt8>) { self.bytes = bytes }

  // With a scalar on the right, `.==` is an unspecialized generic and 48 times slower than with a vector (measured).
  @inlinable
  @inline(__always)
  func positions(of byte: UInt8) -> Positions { Positions(bytes .== SIMD16(repeating: byte)) }

  @inlinable
  @inline(__always)
  func positions(below byte: UInt8) -> Positions { Positions(bytes .< SIMD16(repeating: byte)) }

  /// Positions of braces and brackets. A brace and the bracket of the same direction differ only in bit 0x20.
  @inlinable
  @inline(__always)
  var brackets: Positions {
    let folded = ByteBlock(bytes | SIMD16(repeating: 0x20))
    return folded.positions(of: UInt8(ascii: "{")) | folded.positions(of: UInt8(ascii: "}"))
  }

  /// The positions of those of the sixteen bytes that match a condition.
  @usableFromInline
  struct Positions {
    @usableFromInline var lanes: SIMD2<UInt64>

    @inlinable
    @inline(__always)
    init(_ mask: SIMDMask<SIMD16<Int8>>) { lanes = unsafeBitCast(mask, to: SIMD2<UInt64>.self) }

    @inlinable
    @inline(__always)
    static func | (left: Positions, right: Positions) -> Positions {
      var union = left
      union.lanes |= right.lanes
      return union
    }

    @inlinable
    @inline(__always)
    var isEmpty: Bool { lanes[0] | lanes[1] == 0 }

    /// The first position; 16 or more if there is none.
    @inlinable
    @inline(__always)
    var first: Int {
      let low = UInt64(littleEndian: lanes[0])
      return low != 0 ? low.trailingZeroBitCount &>> 3 : 8 &+ UInt64(littleEndian: lanes[1]).trailingZeroBitCount &>> 3
    }

    /// True if the number of positions is odd.
    @inlinable
    @inline(__always)
    var isOdd: Bool {
      var folded = lanes[0] ^ lanes[1]
      folded ^= folded >> 32
      folded ^= folded >> 16
      folded ^= folded >> 8
      return folded & 1 == 1
    }

    /// One bit per byte; the lowest bit is the first byte.
    @inlinable
    @inline(__always)
    var bits: UInt32 { UInt32(Self.gather(lanes[0]) | Self.gather(lanes[1]) << 8) }

    /// Collects bit i of byte i. The multiplication adds all bytes into the highest one.
    @inlinable
    @inline(__always)
    static func gather(_ lane: UInt64) -> UInt64 {
      ((lane & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) >> 56
    }
  }
}
