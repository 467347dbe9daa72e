/// Who is to be served: the part of the configuration that a reload may replace while messages are under way.
struct DeliveryConfig: Sendable {
  /// One a sink, in the order of their names.
  var posts: [ConfiguredSink]
  /// Each event is an entry of the journal.
  var hasJournal: Bool

  func post(of sink: String) -> ConfiguredSink? { posts.first { $0.sink.name == sink } }
}
