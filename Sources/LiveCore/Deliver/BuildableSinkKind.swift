internal import LiveModel
internal import LivePlatform

/// A kind of sink that can be built from its settings.
protocol BuildableSinkKind: SinkKind {
  /// The receiver that the settings name.
  var receiver: SinkReceiver { get }

  /// Builds the sink. Throws faults that only building shows, such as a token that the service cannot have made.
  func sink(with parts: SinkParts) throws(Fault) -> any Sink
}

/// The parts that a sink of any kind can be built from.
struct SinkParts: Sendable {
  var name: String
  /// The address from `url`, with the operator's limits.
  var endpoint: Endpoint
  var wording: Wording
  /// The time limit of one attempt.
  var timeout: Duration
  /// The environment of the daemon. Programs may get only the harmless part of it.
  var environment: [String: String]
}

/// The settings of a kind that name its receiver, together with type and `url`.
struct SinkReceiver {
  var token: Secret?
  var topic: Secret?
  /// The channel, chat or room.
  var channel: String?
  var threadID: String?
  /// Anything else that makes another receiver.
  var more: [String] = []

  /// Returns a digest and not the receiver itself, because the log stores it. Another digest is another receiver.
  func digest(of settings: SinkSettings) -> String {
    let secrets = [settings.url, token ?? Secret(""), topic ?? Secret("")]
    let fields = secrets.map { $0.reveal { $0 } } + [settings.type, channel ?? "", threadID ?? ""] + more
    return WebhookID.base32(Digest.sha256(ofFields: fields))
  }
}
