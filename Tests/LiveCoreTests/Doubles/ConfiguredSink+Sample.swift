@testable import LiveCore

extension ConfiguredSink {
  /// A post for a sink that no configuration made.
  init(sink: any Sink, options: DeliveryOptions = DeliveryOptions(), address: String = "here", host: String? = nil) {
    let settings = SinkSettings(name: sink.name, kind: .webhook, url: Secret(address))
    self.init(sink: sink, settings: settings, options: options, address: address, host: host)
  }
}
