internal import LiveModel

/// A store that keeps the newest value of each key, and that all nodes share: their leases and heartbeats, or how far
/// their sinks are.
protocol KeyedStore: Sendable {
  /// The number of the present connection. A new one may reach a server that has less than the last one had.
  var connection: Int { get }

  /// Creates what the server lacks. It is called first in each connection.
  func prepare() async throws(Fault)

  /// Returns the newest entry of each key that was written after a revision, in the order of the revisions.
  func entries(after revision: UInt64) async throws(Fault) -> [KeyedEntry]

  /// Writes a value over a revision of its key, or over none if nil. Returns whether it was written; it may have been if
  /// this throws.
  func write(_ value: String, to key: String, over revision: UInt64?) async throws(Fault) -> Bool

  /// Writes a value over any other.
  func put(_ value: String, to key: String) async throws(Fault)
}

/// An entry of a store.
struct KeyedEntry: Equatable, Sendable {
  /// Words of letters, digits and hyphens, with a dot between two.
  var key: String
  var value: String
  /// Grows with each write to the store, whatever its key.
  var revision: UInt64
}
