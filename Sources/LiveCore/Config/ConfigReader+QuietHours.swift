internal import FoundationEssentials

extension ConfigReader {
  mutating func readQuietHours(_ node: ConfigNode, into draft: inout QuietDraft) {
    if node.kind == .mapping { draft.place = node.place }
    fields(of: node, as: QuietDraft.Key.self) { reader, key, value in
      draft.given.insert(key)
      switch key {
      case .from: draft.from = reader.minutes(value)
      case .to: draft.to = reader.minutes(value)
      case .timeZone: draft.timeZone = reader.timeZone(value)
      }
    }
  }

  mutating func finishQuietHours(of draft: inout SinkDraft) {
    let quiet = draft.quiet
    guard quiet.place != nil else { return }
    for (key, example) in [(QuietDraft.Key.from, "23:00"), (.to, "08:00")] where !quiet.given.contains(key) {
      refuse(
        .configMissingKey, "'quiet_hours' has no '\(key.rawValue)'", at: quiet.place,
        hint: "add '\(key.rawValue): \"\(example)\"'")
    }
    guard let from = quiet.from, let to = quiet.to else { return }
    guard from != to else {
      refuse(
        .configBadValue, "'quiet_hours' begin and end at the same time", at: quiet.place,
        hint: "to send nothing at all, remove the sink")
      return
    }
    draft.settings.quietHours = SinkSettings.QuietHours(from: from, to: to, timeZone: quiet.timeZone)
  }

  /// `23:00` as minutes after midnight. YAML 1.1 read it as 1380; its core schema has it as text.
  private mutating func minutes(_ node: ConfigNode) -> Int? {
    let hint = "write hours from 00 to 23, ':' and minutes, as in \"08:00\""
    guard node.kind == .text, let text = node.text else { return refuse(node, takes: "a time of day", hint: hint) }
    let digits = text.utf8.compactMap { (48...57).contains($0) ? Int($0) - 48 : nil }
    let isForm = text.utf8.count == 5 && text.dropFirst(2).first == ":" && digits.count == 4
    let (hour, minute) = isForm ? (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3]) : (24, 60)
    guard hour < 24, minute < 60 else {
      refuse(
        .configBadValue, "\(quoted(node.name)) takes a time of day, and \(quoted(text)) is none", at: node.place,
        hint: hint)
      return nil
    }
    return hour * 60 + minute
  }

  private mutating func timeZone(_ node: ConfigNode) -> String? {
    guard let name = text(node) else { return nil }
    guard TimeZone(identifier: name) == nil else { return name }
    refuse(
      .configUnknownName, "unknown time zone \(quoted(name))", at: node.place,
      hint: meant { TimeZoneName.meant(by: name) }
        ?? "use IANA's name, such as 'America/New_York' or 'Europe/Berlin'")
    return nil
  }
}
