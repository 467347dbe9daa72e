/// Lets one line a minute pass for each cause, and counts the others.
struct LogThrottle<Cause: Hashable & Sendable>: Sendable {
  static var quiet: Duration { .seconds(60) }

  private var told: [Cause: (at: Timestamp, unsaid: Int)] = [:]

  /// How many have come since the last that passed, this one among them; nil when it is not to pass.
  mutating func count(_ cause: Cause, at now: Timestamp) -> Int? {
    let known = told[cause]
    let unsaid = (known?.unsaid ?? 0) + 1
    // A clock that was set back must not silence a cause until it has caught up.
    if let known, known.at <= now, now - known.at < Self.quiet {
      told[cause] = (known.at, unsaid)
      return nil
    }
    told[cause] = (now, 0)
    return unsaid
  }
}
