/// What waits to be sent to one client before it gets more of the log: control lines, and the rest of a line that the
/// kernel took in part.
struct SocketOutput: Sendable {
  /// Past it no request is answered.
  let limit: Int
  private var bytes: [UInt8] = []
  /// How much of `bytes` has gone.
  private var head = 0

  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { head == bytes.count }
  var count: Int { bytes.count - head }
  var hasRoom: Bool { count < limit }
  /// The bytes that are to be sent next.
  var pending: ArraySlice<UInt8> { bytes[head...] }

  mutating func append(_ more: some Sequence<UInt8>) {
    if head > limit {
      bytes.removeFirst(head)
      head = 0
    }
    bytes += more
  }

  /// The kernel has taken so many bytes.
  mutating func sent(_ count: Int) {
    head += count
    // Ten thousand clients wait most of their time: memory is not kept for them.
    if isEmpty { (bytes, head) = ([], 0) }
  }
}
