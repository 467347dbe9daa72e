/// One entry of `sinks`.
public struct SinkSettings: Sendable, Equatable {
  /// What a sink speaks.
  public enum Kind: String, Sendable, CaseIterable {
    /// CloudEvents with Standard Webhooks headers.
    case webhook
  }

  /// 1 to 32 of `a-z`, `0-9` and `-`.
  public var name: String
  /// What it speaks.
  public var kind: Kind
  /// `https`, or `http` where `allowHTTP` says so.
  public var url: Secret
  /// `whsec_` and the base64 of 24 to 64 bytes; the first signs, a second is the old one of a key rotation.
  public var secrets: [Secret] = []
  /// Plain HTTP may be spoken.
  public var allowHTTP = false
  /// Plays are sent as soon as their run is seen, before the feed says what they were.
  public var early = false
  /// How long a message that is not a final is tried.
  public var expires = Duration.seconds(600)
  /// For one attempt, from connecting to the last byte of the answer.
  public var timeout = Duration.seconds(15)
}
