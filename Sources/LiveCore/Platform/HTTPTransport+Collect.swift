extension HTTPTransport {
  /// Sends a request and keeps the decoded body, at most `limit` bytes; over it, `HTTPFault` of kind `tooLarge`.
  func collect(
    _ request: HTTPRequest, limit: Int = 64 << 10
  ) async throws -> (head: HTTPResponseHead, body: [UInt8]) {
    var request = request
    request.limits.body = min(request.limits.body, limit)
    let bound = request.limits.body
    let bytes = Locked<[UInt8]>([])
    let head = try await send(request) { _, chunk in
      let isWithin = chunk.withUnsafeBufferPointer { chunk in
        bytes.withLock { bytes in
          guard bytes.count + chunk.count <= bound else { return false }
          bytes.append(contentsOf: chunk)
          return true
        }
      }
      guard isWithin else {
        throw HTTPFault(kind: .tooLarge, description: "answer grew over the limit of \(bound) bytes")
      }
    }
    return (head, bytes.withLock { $0 })
  }
}
