internal import Hummingbird
internal import NIOCore

/// A request's connection: its channel, and the address that it comes from.
struct WebContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// The address of the client or of the last proxy, in numbers; empty if it is unknown.
  var address: String { channel.remoteAddress?.ipAddress ?? "" }
}
