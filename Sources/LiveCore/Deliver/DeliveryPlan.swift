/// Who is to be served: the part of the configuration that a reload may replace while messages are under way.
struct DeliveryPlan: Sendable {
  /// One a sink, in the order of their names.
  var posts: [SinkPost]
  /// Each event is an entry of the journal.
  var hasJournal: Bool

  func post(of sink: String) -> SinkPost? { posts.first { $0.sink.name == sink } }
}
