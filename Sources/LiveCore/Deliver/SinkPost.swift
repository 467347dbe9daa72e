/// One sink as it is to be served.
struct SinkPost: Sendable {
  var sink: any Sink
  var terms: DeliveryTerms
  /// A digest of where it sends to, so that another address is known as another receiver.
  var address: String
}
