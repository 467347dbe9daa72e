internal import LiveMLB
internal import LiveModel

/// The table of leagues: each adds one line. `Assembly` lists their sources.
extension Leagues {
  static let known = Leagues([Baseball()])
}
