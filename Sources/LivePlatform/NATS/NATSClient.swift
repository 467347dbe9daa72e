package import LiveModel

/// A connection to the NATS servers of a cluster. Requests wait for each other on a thread of their own.
///
/// Bound: one request for each waiting task.
package final class NATSClient: Sendable {
  private let options: NATSOptions
  private let current: Locked<NATSSession>
  private let connections = NATSConnections()
  private let thread: BlockingThread

  /// Begins to connect, and goes on in the background. Blocks for at most two seconds. Throws if libnats is missing, or if
  /// an option is wrong.
  package init(_ options: NATSOptions) throws(Fault) {
    self.options = options
    thread = try BlockingThread(name: "livegamed-nats")
    current = Locked(try NATSSession(options, counting: connections))
  }

  /// A number that grows with each new connection. When a request has been answered, it is at least that of the connection
  /// in which it was.
  package var connection: Int { connections.number }

  /// Creates a stream, unless there is one of its name.
  package func add(_ settings: NATSStreamSettings) async throws(Fault) {
    try await call { session throws(Fault) in try session.add(settings) }
  }

  /// Returns the sequence of a stream's newest message; 0 for an empty stream, and without the stream.
  package func newest(of stream: String) async throws(Fault) -> UInt64 {
    try await call { session throws(Fault) in try session.newest(of: stream) ?? 0 }
  }

  /// Publishes a message, and waits until the server has stored it. After an error it may have stored it.
  package func publish(_ message: NATSMessage, if conditions: NATSConditions = NATSConditions()) async throws(Fault)
    -> NATSPublished
  {
    try await call { session throws(Fault) in try session.publish(message, if: conditions) }
  }

  /// Returns a stream's next messages from a sequence on whose subject matches, at most `limit`, with these headers.
  package func messages(
    in stream: String, _ subject: String, from sequence: UInt64, limit: Int, headers: [String]
  ) async throws(Fault) -> [NATSMessage] {
    try await call { session throws(Fault) in
      var (messages, next): ([NATSMessage], UInt64) = ([], sequence)
      while messages.count < limit,
        let message = try session.message(in: stream, subject, from: next, headers: headers)
      {
        messages.append(message)
        next = message.sequence + 1
      }
      return messages
    }
  }

  private func call<Value: Sendable>(
    _ work: @escaping @Sendable (NATSSession) throws(Fault) -> Value
  ) async throws(Fault) -> Value {
    do {
      return try await thread.call { [self] in
        let session = try session()
        defer { connections.saw(session.reconnects) }
        return try work(session)
      }
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault(.natsUnreachable, "the request was cancelled", hint: "nothing to do")
    }
  }

  /// Returns the present session, or opens another one if the library has given up.
  private func session() throws(Fault) -> NATSSession {
    let old = current.withLock { $0 }
    guard old.isClosed else { return old }
    connections.beginSession()
    let next = try NATSSession(options, after: old.trouble, counting: connections)
    current.withLock { $0 = next }
    return next
  }
}
