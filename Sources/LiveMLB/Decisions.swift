package import LiveModel

/// The pitchers of record of a finished game: `liveData.decisions`.
package struct Decisions: Hashable, Codable, Sendable {
  package var winner: Person?
  package var loser: Person?
  package var save: Person?

  package var isEmpty: Bool { self == Decisions() }

  /// The ids in a fixed order, for digests.
  package var ids: [Int?] { [winner, loser, save].map { $0?.id } }

  /// The bytes that the names take on the heap.
  package var bytes: Int { [winner, loser, save].reduce(0) { $0 + ($1?.name.heapBytes ?? 0) } }
}
