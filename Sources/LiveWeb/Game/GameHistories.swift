internal import LiveCore
internal import LiveMLB
internal import LiveModel
internal import LiveNBA

/// The members of an event that only its league has, decoded once.
struct OwnMembers: Sendable {
  var baseball: BaseballMembers
  var basketball = BasketballMembers()

  init(_ data: EventData) {
    var rest = data
    if data.league == .nba {
      basketball = data.basketball
      rest.members = LeagueMembers()
    }
    baseball = rest.baseball
  }
}

/// A logged event with the members of its league.
struct GameEvent: Sendable {
  let sequence: Int
  let type: EventType
  let time: Timestamp
  let id: String
  let data: EventData
  /// Baseball's members; without values in another league.
  let own: BaseballMembers
  /// Basketball's members; without values in another league.
  let basketball: BasketballMembers

  init(_ entry: SequencedEvent, _ known: OwnMembers? = nil) {
    let event = entry.event.unmarked
    (sequence, type, time, id) = (entry.sequence, event.type, event.time, entry.event.id)
    let members = known ?? OwnMembers(event.data)
    (data, own, basketball) = (event.data, members.baseball, members.basketball)
  }

  /// The id as a value in the query of an address. Slash and at sign need no encoding there (RFC 3986 §3.4).
  var queryID: String {
    id.split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.split(separator: "@", omittingEmptySubsequences: false).map { String($0).percentEncoded }
        .joined(separator: "@")
    }.joined(separator: "/")
  }
}

/// The logged events of the games that were asked for last. Only events that are new are read from the log.
actor GameHistories {
  /// The events of one game.
  struct History: Sendable {
    /// All revisions in log order.
    var logged: [SequencedEvent] = []
    /// The league's members of each event by its sequence.
    var own: [Int: OwnMembers] = [:]
    /// The newest sequence of the log at the time of the last read: nothing up to it is missing.
    var newest = 0
  }

  /// The one that was asked for last stands last.
  private var kept: [(game: GameID, history: History)] = []

  /// The largest number of games that are kept: an evening's.
  private static let most = 16

  /// Returns the events of a game, as the log has them now.
  func history(of game: GameID, from source: any PageSource) async throws -> History {
    let known = kept.first { $0.game == game }?.history.newest ?? 0
    var extract = try await source.events(of: game, after: known)
    if known > 0, !kept.contains(where: { $0.game == game }) {
      // Requests for other games have displaced it in the meantime.
      extract = try await source.events(of: game, after: 0)
    }
    // Other requests may have added the same events in the meantime.
    let place = kept.firstIndex { $0.game == game }
    var history = place.map { kept.remove(at: $0).history } ?? History()
    for entry in extract.events where entry.sequence > history.newest {
      history.logged.append(entry)
      history.own[entry.sequence] = OwnMembers(entry.event.data)
    }
    history.newest = max(history.newest, extract.newest)
    kept.append((game, history))
    if kept.count > Self.most { kept.removeFirst() }
    return history
  }
}
