internal import CZlib

/// Compresses bytes to one gzip stream (RFC 1952). What has been returned can be read even if the rest is lost.
package final class GzipEncoder {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// Begins a stream. Fails without memory.
  package init?() {
    stream.initialize(to: z_stream())
    guard czlib_begin_deflate(stream) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Returns the compressed form of all bytes. After the last ones the stream is complete, and must not be used again.
  package func encoded(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
    var input = bytes
    return input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(clamping: input.count)
      var (output, isFull) = ([UInt8](), true)
      while isFull {
        output += [UInt8](unsafeUninitializedCapacity: GzipDecoder.chunk) { buffer, count in
          stream.pointee.next_out = buffer.baseAddress
          stream.pointee.avail_out = UInt32(buffer.count)
          _ = deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
          count = buffer.count - Int(stream.pointee.avail_out)
        }
        isFull = stream.pointee.avail_out == 0
      }
      return output
    }
  }
}
