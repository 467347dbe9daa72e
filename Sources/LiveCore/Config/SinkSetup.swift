/// The questions with which `livegamed setup` makes a sink of one kind.
package struct SinkSetup: Sendable {
  /// The name of the service for people, such as `Discord`.
  package var title: String
  /// The name that the sink gets, such as `family-discord`.
  package var sinkName: String
  /// The questions in the order in which they are asked. The first is about the value of the kind's own option.
  package var questions: [SinkQuestion]
}

/// One question about a key of a sink.
package struct SinkQuestion: Sendable {
  /// The value of an empty answer.
  package enum Fallback: Sendable, Equatable {
    /// The key is required.
    case none
    /// The key is left out.
    case absent
    /// The default of the key, which is not written.
    case standard(String)
    /// A name that nobody can guess.
    case topic
    /// A signing secret of a webhook.
    case signingSecret
  }

  /// The key in the configuration, such as `url`.
  package var key: String
  /// A name of the value, such as `Webhook URL`.
  package var words: String
  /// Where to get it, as sentences.
  package var help: String
  /// True for a value that is kept as a credential and not shown.
  package var isSecret: Bool
  package var fallback: Fallback

  init(_ key: String, _ words: String, help: String, isSecret: Bool = false, or fallback: Fallback = .none) {
    (self.key, self.words, self.help) = (key, words, help)
    (self.isSecret, self.fallback) = (isSecret, fallback)
  }

  /// Returns the name of the credential that `livegamed setup` makes of the answer for a sink.
  package func credential(of sink: String) -> String { "\(sink)-\(key)" }
}
