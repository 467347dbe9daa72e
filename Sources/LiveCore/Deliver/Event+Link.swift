extension Event {
  /// The league's own page of the game; nil where none is known.
  var link: String? { data.league == .mlb ? "https://www.mlb.com/gameday/\(data.game.id)" : nil }
}
