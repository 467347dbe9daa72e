import ArgumentParser
import LiveCore
import LiveModel

/// `--date D`, for every command that shows what a date has.
struct DateOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A date such as 2026-04-20, or yesterday, today or tomorrow. Default: today, which ends at 10:00 UTC.",
      valueName: "date"),
    completion: .list(["yesterday", "today", "tomorrow"]))
  var date: String?

  /// Returns the date; nil for the season's present day. Throws for text that is no date.
  func value(at now: Timestamp) throws -> CivilDate? {
    guard let date else { return nil }
    let today = CivilDate.ofSeason(at: now).daysSinceEpoch
    let words = ["yesterday": today - 1, "today": today, "tomorrow": today + 1]
    if let day = words[date.lowercased()] { return CivilDate(daysSinceEpoch: day) }
    if let date = CivilDate(iso: date) { return date }
    if let word = Suggestion.nearest(to: date.lowercased(), among: words.keys.sorted()) {
      throw ValidationError("'\(date)' is not a date; did you mean '\(word)'?")
    }
    let isShaped = date.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [4, 2, 2]
    let fault =
      isShaped
      ? "the calendar has no \(date)" : "'\(date)' is not a date; write 2026-04-20, yesterday, today or tomorrow"
    throw ValidationError(fault)
  }
}
