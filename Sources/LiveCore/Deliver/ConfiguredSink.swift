/// One sink as it is to be served.
struct ConfiguredSink: Sendable {
  var sink: any Sink
  /// What it was made of: a post with others is another one.
  var settings: SinkSettings
  var options: DeliveryOptions
  /// A digest of where it sends to, so that another address is known as another receiver.
  var address: String
  /// `host:port` of a service that counts the requests of all sinks together; nil where there is no such count.
  var host: String?
}
