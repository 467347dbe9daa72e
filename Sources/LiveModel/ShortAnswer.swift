/// Meaning of an answer to a short request, compared with the outline of the last accepted answer.
package enum ShortAnswer<Snapshot: Sendable>: Sendable {
  /// Nothing has changed that could be an event, unless an earlier part of the game was corrected. The snapshot has what
  /// is shown of the game now, and what the next poll depends on, but no earlier plays.
  case unchanged(Snapshot)
  /// The source has sent a whole answer.
  case whole(Snapshot)
  /// Something has changed that only a whole answer shows.
  case changed
  /// The answer lacks the newest part: the source does not know the request.
  case blank
}

extension ShortAnswer: Equatable where Snapshot: Equatable {}
