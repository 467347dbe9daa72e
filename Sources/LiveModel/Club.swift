/// A team of a league that the configuration can name, with all its abbreviations.
package struct Club: Sendable {
  /// The abbreviation that the league's feed uses today.
  package let abbreviation: String
  package let name: String
  /// Abbreviations of other sites, and of the feed in earlier seasons.
  package let aliases: [String]
  /// Names that people use beside the abbreviations and the whole name, such as `Yanks`.
  package let nicknames: [String]
  package let colour: TeamColour

  package init(
    _ abbreviation: String, _ name: String, or aliases: String..., called nicknames: [String] = [], colour: Int? = nil
  ) {
    (self.abbreviation, self.name, self.aliases, self.nicknames) = (abbreviation, name, aliases, nicknames)
    self.colour = colour.map(TeamColour.init(rgb:)) ?? .neutral
  }

  /// The current abbreviation, then all others.
  package var abbreviations: [String] { [abbreviation] + aliases }
}

/// A club's colour, as `0xRRGGBB`.
package struct TeamColour: Equatable, Sendable {
  package let rgb: Int

  /// The colour of national teams and unknown clubs.
  package static let neutral = TeamColour(rgb: 0x5C6B73)
}
