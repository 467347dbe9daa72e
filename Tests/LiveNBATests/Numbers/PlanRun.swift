import Testing

@testable import LiveModel
@testable import LiveNBA

/// A plan that was followed against written answers, without network and store.
struct PlanRun<Value: Sendable> {
  private(set) var answer: Result<Value, Fault>
  private(set) var warnings: [String] = []
  /// The URLs of all requests, without the address of the server.
  private(set) var asked: [String] = []
  /// How long each of the answers may be used again.
  private(set) var lifetimes: [Duration] = []
  private(set) var requests: [HTTPRequest] = []

  /// The reply to a request.
  enum Reply {
    case body(String)
    case fault(Fault)
  }

  /// Follows a plan. `replies` are by a part of the URL, of which the longest that fits counts; `stored` are answers of
  /// earlier days.
  init(_ plan: ListingPlan<Value>, _ replies: [String: Reply], stored: [String: String] = [:]) {
    var plan = plan
    answer = .failure(Fault(.lookupNotFound, "the plan has no end"))
    for _ in 0..<100 {
      switch plan {
      case .answer(let value):
        answer = .success(value)
        return
      case .failure(let fault):
        answer = .failure(fault)
        return
      case .warning(let text, let rest):
        warnings.append(text)
        plan = rest
      case .recall(let request, _, let read, let otherwise):
        let body = stored.first { request.url.hasSuffix($0.key) }?.value
        plan = (body.flatMap { try? read(Array($0.utf8)) } ?? nil) ?? otherwise
      case .ask(let ask):
        let path = ask.request.url.replacing("https://api.balldontlie.io", with: "")
          .replacing("https://cdn.nba.com/static/json", with: "")
        (asked, lifetimes) = (asked + [path], lifetimes + [ask.freshFor])
        requests.append(ask.request)
        let reply = replies.filter { path.contains($0.key) }.max { $0.key.count < $1.key.count }?.value
        guard let next = Self.next(ask, after: reply ?? .fault(Fault(.lookupNotFound, "answered 404"))) else { return }
        switch next {
        case .success(let rest): plan = rest
        case .failure(let fault):
          answer = .failure(fault)
          return
        }
      }
    }
  }

  private static func next(_ ask: ListingRequest<Value>, after reply: Reply) -> Result<ListingPlan<Value>, Fault>? {
    switch reply {
    case .body(let text):
      do {
        return .success(try ask.next(Array(text.utf8)))
      } catch {
        let fault = Fault(Fault.Code("feed.malformed"), "the answer cannot be read: \(error)")
        return ask.failed.map { .success($0(fault)) } ?? .failure(fault)
      }
    case .fault(let fault):
      if fault.code == .lookupNotFound, let absent = ask.absent { return .success(absent()) }
      return ask.failed.map { .success($0(fault)) } ?? .failure(fault)
    }
  }

  /// The value; nil after a failure.
  var value: Value? { try? answer.get() }

  /// The fault; nil after a success.
  var fault: Fault? { if case .failure(let fault) = answer { fault } else { nil } }
}

/// Answers of balldontlie and cdn.nba.com, written by hand in the shape of theirs.
enum NumbersFixture {
  static let key = "0123-key"

  static func lists(key: String? = key) -> NBATeamsAndPlayers {
    NBATeamsAndPlayers(balldontlie: Balldontlie(key: key.map { Secret($0) }))
  }

  static func team(_ id: Int, _ abbreviation: String, _ name: String, conference: String = "West") -> String {
    #"{"id":\#(id),"conference":"\#(conference)","division":"Pacific","city":"X","name":"Y","#
      + #""full_name":"\#(name)","abbreviation":"\#(abbreviation)"}"#
  }

  static let teams =
    #"{"data":["# + team(10, "GSW", "Golden State Warriors") + ","
    + team(30, "WAS", "Washington Wizards", conference: "East")
    + "," + team(42, "WAS", "Washington Capitols", conference: "    ") + "]}"

  static func player(
    _ id: Int, _ first: String, _ last: String, team: String = team(10, "GSW", "Golden State Warriors")
  )
    -> String
  {
    #"{"id":\#(id),"first_name":"\#(first)","last_name":"\#(last)","position":"G","height":"6-2","weight":"185","#
      + #""jersey_number":"30","college":"Nowhere State","country":"USA","draft_year":2009,"draft_round":1,"#
      + #""draft_number":7,"team":\#(team)}"#
  }

  static func list(_ rows: String..., next: Int? = nil) -> String {
    #"{"data":["# + rows.joined(separator: ",") + #"],"meta":{"#
      + (next.map { #""next_cursor":\#($0),"# } ?? "") + #""per_page":100}}"#
  }

  static func boxscore(_ club: String = "GSW", players: String) -> String {
    #"{"meta":{"code":200},"game":{"gameId":"0022600001","gameCode":"20261021/LALGSW","awayTeam":{"teamTricode":"LAL","#
      + #""players":[]},"homeTeam":{"teamTricode":"\#(club)","players":[\#(players)]}}}"#
  }

  static func game(_ id: String, _ day: String, _ status: Int, away: String = "LAL", home: String = "GSW") -> String {
    #"{"gameId":"\#(id)","gameCode":"\#(day)/\#(away)\#(home)","gameStatus":\#(status),"#
      + #""awayTeam":{"teamTricode":"\#(away)"},"homeTeam":{"teamTricode":"\#(home)"}}"#
  }

  static func scoreboard(_ games: String...) -> String {
    #"{"scoreboard":{"games":["# + games.joined(separator: ",") + "]}}"
  }

  static func schedule(_ games: String...) -> String {
    #"{"leagueSchedule":{"gameDates":[{"gameDate":"x","games":["# + games.joined(separator: ",") + "]}]}}"
  }
}
