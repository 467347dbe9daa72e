/// The events that can have a tag. A configuration that asks for a tag elsewhere can then be warned about.
package struct TagUse: Equatable, Sendable {
  /// The types of events that can have it.
  package var types: Set<EventType>
  /// The first inning, period or the like in which such an event can occur, in a game of the usual length.
  package var first: Int
  /// Whether what the tag is about can begin only in period `first`; later events with the tag report its end.
  package var beginsOnlyThen: Bool
  /// The tag that says during the game what this one reports at its end; nil if there is none.
  package var earlierSign: Tag?

  package init(
    _ types: Set<EventType>, from first: Int = 1, beginsOnlyThen: Bool = false, earlierSign: Tag? = nil
  ) {
    (self.types, self.first, self.beginsOnlyThen) = (types, first, beginsOnlyThen)
    self.earlierSign = earlierSign
  }
}

/// The members that an event of a type can have.
package struct TypeUse: Equatable, Sendable {
  /// Whether it can be in an inning, period or the like.
  package var hasPeriod: Bool
  /// Whether a side can be at bat.
  package var hasSideAtBat: Bool
  package var hasScore: Bool
  /// Whether it can have the chances to win around it.
  package var hasOdds: Bool

  package init(hasPeriod: Bool, hasSideAtBat: Bool, hasScore: Bool, hasOdds: Bool = false) {
    (self.hasPeriod, self.hasSideAtBat, self.hasScore) = (hasPeriod, hasSideAtBat, hasScore)
    self.hasOdds = hasOdds
  }
}
