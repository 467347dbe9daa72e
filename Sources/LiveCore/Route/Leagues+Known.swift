internal import LiveMLB
internal import LiveModel
internal import LiveNBA

/// The table of leagues: each adds one line. `Assembly` lists their sources, and `BoardGame` of the program their cells.
extension Leagues {
  static let known = Leagues([Baseball(), Basketball()])
}
