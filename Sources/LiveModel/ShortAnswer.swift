/// Meaning of an answer to a short request, together with the last snapshot.
package enum ShortAnswer<Snapshot: Sendable>: Sendable {
  /// The snapshot that a whole answer would give, unless an earlier part of the game was corrected.
  case continued(Snapshot)
  /// The source has sent a whole answer.
  case whole(Snapshot)
  /// Something has changed that only a whole answer shows.
  case changed
  /// The answer lacks the newest part: the source does not know the request.
  case blank
}

extension ShortAnswer: Equatable where Snapshot: Equatable {}
