@testable import LiveCore

extension SinkPost {
  /// A post for a sink that no configuration made.
  init(sink: any Sink, terms: DeliveryTerms = DeliveryTerms(), address: String = "here", host: String? = nil) {
    let settings = SinkSettings(name: sink.name, kind: .webhook, url: Secret(address))
    self.init(sink: sink, settings: settings, terms: terms, address: address, host: host)
  }
}
