internal import CZlib

/// Decompresses gzip streams that follow each other.
package final class GzipDecoder {
  /// Bytes that are no gzip stream, or a damaged one.
  package struct Damage: Error, Equatable {}

  /// The size of a piece of output.
  static var chunk: Int { 16 << 10 }

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// Whether the last stream is complete, so that the input may end here.
  package private(set) var isComplete = false

  /// Begins to read. Fails without memory.
  package init?() {
    stream.initialize(to: z_stream())
    guard czlib_begin_inflate(stream) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Returns the bytes that the next part of the input holds, at most about a thousand times as many.
  package func decoded(_ bytes: [UInt8]) throws(Damage) -> [UInt8] {
    var (input, output) = (bytes, [UInt8]())
    let isWell = input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(clamping: input.count)
      repeat {
        if isComplete, stream.pointee.avail_in > 0 {
          guard inflateReset(stream) == Z_OK else { return false }
          isComplete = false
        }
        guard inflateSome(into: &output) else { return false }
      } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
      return true
    }
    guard isWell else { throw Damage() }
    return output
  }

  private func inflateSome(into output: inout [UInt8]) -> Bool {
    var result = Z_OK
    output += [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
      stream.pointee.next_out = buffer.baseAddress
      stream.pointee.avail_out = UInt32(buffer.count)
      result = inflate(stream, Z_NO_FLUSH)
      count = buffer.count - Int(stream.pointee.avail_out)
    }
    if result == Z_STREAM_END {
      isComplete = true
      // There may be no more output even if the buffer is exactly full.
      stream.pointee.avail_out = 1
    }
    return [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result)
  }
}
