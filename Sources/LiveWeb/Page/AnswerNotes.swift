internal import LiveCore
internal import LiveModel

/// Age and gaps of the answer of a league's source, for the template `notes`.
struct AnswerNotes: Sendable {
  /// When the figures were confirmed, if the source does not answer now; nil for a fresh answer.
  var stale: PageMoment?
  /// Why there is no newer answer.
  var why = ""
  /// Sentences about what is missing.
  var warnings: [String]

  init<Value>(_ answer: ConfirmedAnswer<Value>, at now: Timestamp, in zone: LocalZone) {
    warnings = answer.warnings.map(\.asSentence)
    guard let fault = answer.fault else { return }
    stale = PageMoment(answer.confirmed, beside: now, in: zone)
    why = fault.message
  }
}

extension String {
  /// The text with a capital letter at its beginning and a full stop at its end.
  var asSentence: String {
    let text = capitalizedFirst
    return text.isEmpty || text.hasSuffix(".") ? text : text + "."
  }

  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
