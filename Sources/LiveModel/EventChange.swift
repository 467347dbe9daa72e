/// The difference between a revision of a fact and the revision before it.
package enum EventChange: String, Codable, Sendable, CaseIterable {
  /// The first revision.
  case new
  /// The revision adds what the one before left open: the result of a provisional play, the pitchers of record of a
  /// final.
  case completed
  /// Something else is true than the revision before said, which was sure or retracted.
  case corrected
  /// The fact did not happen.
  case retracted

  /// Returns the change of an event that was logged before events had this member. Such an event says little more than
  /// its summary.
  static func derived(
    revision: Int, isRetracted: Bool, cause: Fact?, tags: [Tag], summary: String
  ) -> EventChange {
    if isRetracted { return .retracted }
    if revision <= 1 { return .new }
    let isCorrected = cause != nil || tags.contains(.changed) || summary.hasPrefix(CorrectionMark.corrected.rawValue)
    return isCorrected ? .corrected : .completed
  }
}
