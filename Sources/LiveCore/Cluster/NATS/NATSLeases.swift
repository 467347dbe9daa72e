internal import LiveModel
internal import LivePlatform

/// The leases of a cluster in JetStream: a stream that keeps the newest message of each key. The revision of an entry is
/// its sequence in the stream.
final class NATSLeases: LeaseBucket {
  private let client: NATSClient

  private static let name = "LG_LEASE"
  private static let prefix = "lg.lease."
  /// A lease that nobody has written for a day is nobody's.
  private static let settings = NATSStreamSettings(
    name: name, subjects: ["lg.lease.>"], age: .seconds(86_400), duplicates: .seconds(120), bytes: 64 << 20,
    perSubject: 1)
  /// More keys than a cluster has.
  private static let mostEntries = 100_000

  init(_ client: NATSClient) { self.client = client }

  func prepare() async throws(StreamFault) {
    try await asking { () throws(Fault) in try await client.add(Self.settings) }
  }

  var connection: Int { client.connection }

  func entries(after revision: UInt64) async throws(StreamFault) -> [LeaseEntry] {
    let messages = try await asking { () throws(Fault) in
      try await client.messages(
        in: Self.name, Self.prefix + ">", from: revision + 1, limit: Self.mostEntries, headers: [])
    }
    return messages.compactMap { message in
      LeaseKey(String(message.subject.dropFirst(Self.prefix.count))).map {
        LeaseEntry(key: $0, value: String(decoding: message.body, as: UTF8.self), revision: message.sequence)
      }
    }
  }

  func write(_ value: String, to key: LeaseKey, over revision: UInt64?) async throws(StreamFault) -> Bool {
    let message = NATSMessage("\(Self.prefix)\(key)", Array(value.utf8))
    let answer = try await asking { () throws(Fault) in
      try await client.publish(message, if: NATSConditions(last: revision ?? 0))
    }
    return if case .stored = answer { true } else { false }
  }

  func put(_ value: String, to key: LeaseKey) async throws(StreamFault) {
    let message = NATSMessage("\(Self.prefix)\(key)", Array(value.utf8))
    _ = try await asking { () throws(Fault) in try await client.publish(message) }
  }

  private func asking<Value>(_ ask: () async throws(Fault) -> Value) async throws(StreamFault) -> Value {
    do throws(Fault) {
      return try await ask()
    } catch {
      throw StreamFault(error)
    }
  }
}
