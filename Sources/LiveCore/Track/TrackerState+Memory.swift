/// What one game holds in memory between two polls.
extension TrackerState {
  /// Unless the configuration says otherwise. A game of thirty innings with its corrections fits in it.
  static let mostBytes = 64 << 10

  /// Bytes of memory that the state takes, with everything that it refers to.
  var bytes: Int { MemoryLayout<TrackerState>.size + ledger.bytes + others }

  /// Beside the ledger.
  private var others: Int {
    var texts = [unsettled?.fact.rawValue, correction?.fact.rawValue, date, replayDate].compactMap { $0 }
    if let game = source.game {
      texts += [game.date, game.type, game.away.abbreviation, game.away.name, game.home.abbreviation, game.home.name]
    }
    return texts.reduce(0) { $0 + $1.heapBytes } + absence.bytes + status.bytes
  }

  /// What the ledger may take so that the whole stays within `limit`.
  func room(within limit: Int) -> LedgerRoom {
    let free = limit - MemoryLayout<TrackerState>.size - others + absence.bytes - MissingFacts.mostBytes
    return LedgerRoom(bytes: max(0, free), isFull: isFull == true)
  }

  /// As the operator reads it; nil while nothing is in doubt.
  var trouble: String? {
    if isFull == true { return "more facts than may be kept: no new plays are told" }
    return finalDoubt?.isTold == true ? "the play log does not confirm the final score" : nil
  }

  /// Told once, when no more plays fit.
  static func fullFault(limit: Int) -> Fault {
    Fault(
      .gameTooLarge, "the game has more facts than fit in \(limit) bytes; no new plays are told of it, its end is",
      hint: "if the game is a real one, raise 'poll.game_memory'")
  }
}

extension String {
  /// Short strings take no memory of their own.
  var heapBytes: Int { utf8.count > 15 ? utf8.count + 33 : 0 }
}

extension Fault.Code {
  static let gameTooLarge = Fault.Code("track.game-too-large")
}
