internal import LiveModel

/// The notice to people that another sink is disabled: why, and what to do.
struct DisabledSinkNotice: Equatable, Sendable {
  /// The sink that is disabled.
  let sink: SinkSettings
  let reason: Answer.Reason

  /// The text, such as `The sink 'phone' is disabled: ntfy refused it with status 403 (forbidden). Check its token. If you
  /// correct it, run 'sudo livegamed reload'; if it is right, run 'sudo livegamed sink enable phone'.`
  var text: String {
    let enable = "run 'sudo livegamed sink enable \(sink.name)'"
    let beginning = "The sink '\(sink.name)' is disabled: \(refusal). "
    guard let advice else { return "\(beginning)When it works again, \(enable)." }
    let order = "\(advice.prefix(1).uppercased())\(advice.dropFirst())"
    guard advice.hasPrefix("check its ") else { return "\(beginning)\(order); then \(enable)." }
    return "\(beginning)\(order). If you correct it, run 'sudo livegamed reload'; if it is right, \(enable)."
  }

  /// The error without the quotation marks around the receiver's own words.
  private var refusal: String {
    guard case .status(let status) = reason.cause, reason.text.hasPrefix("status \(status)") else { return reason.text }
    var words = reason.text.dropFirst("status \(status)".count)
    if words.hasPrefix(": '"), words.hasSuffix("'") { words = words.dropFirst(3).dropLast() }
    let quoted = words.replacing("\\'", with: "'")
    return "\(service) refused it with status \(status)" + (quoted.isEmpty ? "" : " (\(quoted))")
  }

  /// The name of the service, without the remark that `livegamed setup` adds.
  private var service: String {
    guard sink.audience == .people else { return "the receiver" }
    let title = type(of: sink.kind).setup.title
    return title.split(separator: " (").first.map(String.init) ?? title
  }

  private var advice: String? {
    switch reason.cause {
    case .status(401), .status(403):
      sink.audience == .program ? reason.cause.advice : hasToken ? "check its token" : "check its url"
    default: reason.cause.advice
    }
  }

  private var hasToken: Bool { type(of: sink.kind).has(SinkKey<Secret>.token.name) }
}
