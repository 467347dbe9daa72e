internal import LiveModel

/// The pitchers of record of a finished game: `liveData.decisions`.
struct Decisions: Equatable, Codable, Sendable {
  var winner: Person?
  var loser: Person?
  var save: Person?

  var isEmpty: Bool { self == Decisions() }

  /// The ids in a fixed order, for digests.
  var ids: [Int?] { [winner, loser, save].map { $0?.id } }

  /// The bytes that the names take on the heap.
  var bytes: Int { [winner, loser, save].reduce(0) { $0 + ($1?.name.heapBytes ?? 0) } }
}
