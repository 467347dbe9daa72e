public import CVector

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

  /// Returns the first `length` bytes, fifteen at most, as two numbers, the first byte lowest; the bytes after them are 0.
  @inlinable
  @inline(__always)
  func prefix(_ length: Int) -> SIMD2<UInt64> {
    let halves = unsafeBitCast(bytes & livegamed_first(length), to: SIMD2<UInt64>.self)
    return SIMD2(halves[0].littleEndian, halves[1].littleEndian)
  }

  /// The positions of those of the sixteen bytes that match a condition.
  @usableFromInline
  struct Positions {
    @usableFromInline var lanes: SIMD16<Int8>

    @inlinable
    @inline(__always)
    init(_ mask: SIMDMask<SIMD16<Int8>>) { lanes = unsafeBitCast(mask, to: SIMD16<Int8>.self) }

    @inlinable
    @inline(__always)
    static func | (left: Positions, right: Positions) -> Positions {
      var union = left
      union.lanes |= right.lanes
      return union
    }

    /// One bit per byte; the lowest bit is the first byte.
    @inlinable
    @inline(__always)
    var bits: UInt32 { livegamed_bits(lanes) }

    @inlinable
    @inline(__always)
    var isEmpty: Bool { bits == 0 }

    /// The first position; 16 or more if there is none.
    @inlinable
    @inline(__always)
    var first: Int { (bits | 1 << 16).trailingZeroBitCount }
  }
}
