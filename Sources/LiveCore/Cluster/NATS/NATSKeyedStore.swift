internal import LiveModel
internal import LivePlatform

/// A store of keys in JetStream: a stream that keeps the newest message of each subject. The revision of an entry is its
/// sequence in the stream.
final class NATSKeyedStore: KeyedStore {
  private let client: NATSClient
  private let settings: NATSStreamSettings
  /// The beginning of the subjects, such as `lg.lease.`.
  private let prefix: String

  /// More keys than a cluster has.
  private static let mostEntries = 100_000

  private init(_ client: NATSClient, stream: String, word: String, age: Duration) {
    (self.client, prefix) = (client, "lg.\(word).")
    settings = NATSStreamSettings(
      name: stream, subjects: ["lg.\(word).>"], age: age, duplicates: .seconds(120), bytes: 64 << 20, perSubject: 1)
  }

  /// The leases and heartbeats. A lease that nobody has written for a day is nobody's.
  static func leases(_ client: NATSClient) -> NATSKeyedStore {
    NATSKeyedStore(client, stream: "LG_LEASE", word: "lease", age: .seconds(86_400))
  }

  /// How far the sinks are, as long as the facts are kept.
  static func progress(_ client: NATSClient) -> NATSKeyedStore {
    NATSKeyedStore(client, stream: "LG_PROGRESS", word: "progress", age: .seconds(30 * 86_400))
  }

  func prepare() async throws(Fault) {
    try await client.add(settings)
  }

  var connection: Int { client.connection }

  func entries(after revision: UInt64) async throws(Fault) -> [KeyedEntry] {
    let messages = try await client.messages(
      in: settings.name, prefix + ">", from: revision + 1, limit: Self.mostEntries, headers: [])
    return messages.map { message in
      KeyedEntry(
        key: String(message.subject.dropFirst(prefix.count)), value: String(decoding: message.body, as: UTF8.self),
        revision: message.sequence)
    }
  }

  func write(_ value: String, to key: String, over revision: UInt64?) async throws(Fault) -> Bool {
    let message = NATSMessage(prefix + key, Array(value.utf8))
    let answer = try await client.publish(message, if: NATSConditions(last: revision ?? 0))
    return if case .stored = answer { true } else { false }
  }

  func put(_ value: String, to key: String) async throws(Fault) {
    let message = NATSMessage(prefix + key, Array(value.utf8))
    _ = try await client.publish(message)
  }
}
