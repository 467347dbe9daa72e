internal import FoundationEssentials
public import LiveModel

/// The answer to a `FollowRequest`: a control line with the `op` of the request.
public enum FollowAnswer: Equatable, Sendable {
  /// The answer to `follow`.
  case list(FollowListing)
  /// The answer to `follow_add`: what is followed from now on, and what was followed before.
  case added(FollowChange)
  /// The answer to `follow_remove`: what was taken back.
  case removed(FollowChange)

  /// Decodes the answer of a daemon of any version. Throws `socket.bad-answer` when it is none.
  public init(_ line: WatchLine) throws(Fault) {
    do {
      let (decoder, data) = (JSONDecoder(), Data(line.bytes))
      switch line.op.flatMap(FollowRequest.Name.init) {
      case .list: self = .list(try decoder.decode(FollowListing.self, from: data))
      case .add: self = .added(try decoder.decode(FollowChange.self, from: data))
      case .remove: self = .removed(try decoder.decode(FollowChange.self, from: data))
      case nil: throw Fault.unreadableAnswer
      }
    } catch {
      throw .unreadableAnswer
    }
  }

  var name: FollowRequest.Name {
    switch self {
    case .list: .list
    case .added: .add
    case .removed: .remove
    }
  }

  func addMembers(to line: inout ReplyLine) {
    switch self {
    case .list(let listing):
      line.add("everything", listing.isEverything)
      line.add("followed", listing.entries)
      if let confirmed = listing.confirmed { line.add("confirmed", confirmed) }
      if let reason = listing.staleBecause { line.add("stale_because", reason) }
    case .added(let change), .removed(let change):
      line.add("changed", change.changed)
      if !change.unchanged.isEmpty { line.add("unchanged", change.unchanged) }
      if !change.warnings.isEmpty { line.add("warnings", change.warnings) }
    }
  }
}

/// A team or a player that is followed.
public struct FollowEntry: Equatable, Codable, Sendable {
  /// The kinds of entries.
  public enum Kind: String, Codable, Sendable { case team, player }

  /// Whether a player is in the league.
  public enum State: String, Codable, Sendable {
    /// The league knows his team.
    case active
    /// The league knows no team of his.
    case inactive
    /// The league has not said, or his id is not known.
    case unknown
  }

  /// Whether it is a team or a player.
  public var kind: Kind
  /// The abbreviation of a team.
  public var abbreviation: String?
  /// The league's id of a player; nil if the configuration has only his name and no game in the log has had him.
  public var id: Int?
  /// The name; nil if it is not known.
  public var name: String?
  /// The state of a player; nil for a team, and in the answer to an order.
  public var state: State?
  /// The name of a player's present team.
  public var team: String?
  /// The place in the configuration that follows it; nil if none does.
  public var place: String?
  /// When an order added it; nil if none did.
  public var added: Timestamp?
  /// The id of the user who gave the order.
  public var user: Int?

  /// Creates an entry that nothing is known about.
  init(_ kind: Kind) { self.kind = kind }

  private enum CodingKeys: String, CodingKey {
    case kind, abbreviation, id, name, state, team, place, added
    case user = "uid"
  }
}

/// The answer to `follow`.
public struct FollowListing: Equatable, Sendable {
  /// Whether every game is followed, because nothing is named.
  public var isEverything: Bool
  /// Teams before players, those of the configuration first.
  public var entries: [FollowEntry]
  /// The time at which the league last confirmed the states of the players; nil if it never has.
  public var confirmed: Timestamp?
  /// The reason why the states are not newer; nil if they are fresh.
  public var staleBecause: String?
}

extension FollowListing: Decodable {
  private enum CodingKeys: String, CodingKey {
    case isEverything = "everything"
    case entries = "followed"
    case confirmed
    case staleBecause = "stale_because"
  }
}

/// The answer to `follow_add` and `follow_remove`.
public struct FollowChange: Equatable, Sendable {
  /// The entries that the order has added or taken back.
  public var changed: [FollowEntry]
  /// The entries that were followed before.
  public var unchanged: [FollowEntry] = []
  /// Remarks, one text each.
  public var warnings: [String] = []

  init(changed: [FollowEntry], unchanged: [FollowEntry] = [], warnings: [String] = []) {
    (self.changed, self.unchanged, self.warnings) = (changed, unchanged, warnings)
  }
}

extension FollowChange: Decodable {
  private enum CodingKeys: String, CodingKey { case changed, unchanged, warnings }

  /// Decodes the answer; an absent list is empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    changed = try container.decode([FollowEntry].self, forKey: .changed)
    unchanged = try container.decodeIfPresent([FollowEntry].self, forKey: .unchanged) ?? []
    warnings = try container.decodeIfPresent([String].self, forKey: .warnings) ?? []
  }
}
