/// A team of a league that the configuration can name, with all its abbreviations.
struct Club: Sendable {
  /// The abbreviation that the league's feed uses today.
  let abbreviation: String
  let name: String
  /// Abbreviations of other sites, and of the feed in earlier seasons.
  let aliases: [String]
  let colour: TeamColour

  init(_ abbreviation: String, _ name: String, or aliases: String..., colour: Int? = nil) {
    (self.abbreviation, self.name, self.aliases) = (abbreviation, name, aliases)
    self.colour = colour.map(TeamColour.init(rgb:)) ?? .neutral
  }

  /// The current abbreviation, then all others.
  var abbreviations: [String] { [abbreviation] + aliases }
}

/// A club's colour, as `0xRRGGBB`.
struct TeamColour: Equatable, Sendable {
  let rgb: Int

  /// The colour of national teams and unknown clubs.
  static let neutral = TeamColour(rgb: 0x5C6B73)
}
