/// Something that the feed first shows wrongly, or takes back for a while. What it says at the end is the truth.
public struct SimulatedCorrection: Sendable {
  /// What is wrong.
  public enum Kind: String, CaseIterable, Sendable {
    /// An error stands as a hit first.
    case hitToError
    /// A hit stands as an error first.
    case errorToHit
    /// A hit is an error for a while.
    case hitToErrorAndBack
    /// A wrong number of runs batted in.
    case runsBattedIn
    /// A run is off the board for a while, with every later score.
    case runTakenOff
    /// A run stands on the board that did not count.
    case runNeverCounted
    /// A plate appearance stands there twice; when it goes, later `atBatIndex` become smaller.
    case playRemoved
    /// An action that was none.
    case actionRemoved
    /// An action that is told late; later indices within its play become greater.
    case actionInserted
    /// A call on the field that a review turns.
    case callOverturned
    /// The scorer has not ruled yet.
    case rulingPending
    /// A hit or an error that changes when the game is Final already.
    case afterFinal
  }

  /// What is wrong.
  public let kind: Kind
  /// Of the plate appearance, as it is in the end.
  public let atBatIndex: Int
  /// From here on the feed is wrong; seconds since 1970.
  public let since: Double
  /// From here on it is right again.
  public let time: Double
}
