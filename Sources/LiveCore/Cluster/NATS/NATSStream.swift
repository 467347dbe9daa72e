internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform

/// The facts and checkpoints of a cluster in JetStream.
///
/// The stream `LG_EVENTS` has one subject for each game. `Nats-Msg-Id` is the game and the place of a message, so that two
/// writers of one place are told apart by the server's window for duplicates, which holds with replicas too. The expected
/// sequence refuses a writer that knows too little, however old the place.
final class NATSStream: FactStream {
  private let client: NATSClient

  private static let facts = "LG_EVENTS"
  private static let checkpoints = "LG_CHECKPOINT"
  private static let day = Duration.seconds(86_400)
  private static let streams = [
    NATSStreamSettings(
      name: facts, subjects: ["lg.ev.>"], age: day * 30, duplicates: .seconds(3600), bytes: 4 << 30),
    NATSStreamSettings(
      name: checkpoints, subjects: ["lg.cp.>"], age: day * 30, duplicates: .seconds(120), bytes: 1 << 30, perSubject: 1),
  ]

  private static let id = "Nats-Msg-Id"
  private static let session = "Lg-Session"
  private static let epoch = "Lg-Epoch"
  private static let event = "Lg-Id"
  private static let headers = [id, session, epoch, event]

  init(_ client: NATSClient) { self.client = client }

  func prepare() async throws(Fault) {
    for settings in Self.streams { try await client.add(settings) }
  }

  var connection: Int { client.connection }

  func publish(_ message: StreamMessage, after last: UInt64) async throws(Fault) -> UInt64? {
    var sent = NATSMessage(
      Self.subject(of: message.game, in: "ev"), [],
      headers: [Self.session: "\(message.session)", Self.epoch: "\(message.epoch)"])
    if case .event(let id, let line) = message.content { (sent.headers[Self.event], sent.body) = (id, line) }
    let conditions = NATSConditions(id: "\(message.game)/\(message.place)", last: last)
    let answer = try await client.publish(sent, if: conditions)
    return if case .stored(let sequence) = answer { sequence } else { nil }
  }

  func message(of game: GameID, from sequence: UInt64) async throws(Fault) -> StreamEntry? {
    try await messages(Self.subject(of: game, in: "ev"), from: sequence, limit: 1).first
  }

  func messages(after sequence: UInt64, limit: Int) async throws(Fault) -> [StreamEntry] {
    try await messages("lg.ev.>", from: sequence + 1, limit: limit)
  }

  func newest() async throws(Fault) -> UInt64 {
    try await client.newest(of: Self.facts)
  }

  private func messages(_ subject: String, from sequence: UInt64, limit: Int) async throws(Fault) -> [StreamEntry] {
    try await client.messages(in: Self.facts, subject, from: sequence, limit: limit, headers: Self.headers).map(
      Self.entry)
  }

  /// Reads a message. One that this release cannot read is taken for a claim of nobody, which has no facts.
  private static func entry(_ message: NATSMessage) -> StreamEntry {
    let id = message.headers[id]?.split(separator: "/") ?? []
    let game = GameID(id.prefix(2).joined(separator: "/")) ?? GameID(league: LeagueID(rawValue: ""), gamePk: 0)
    let session = message.headers[session].flatMap { ClusterSession($0) } ?? ClusterSession(node: "", run: "")
    return StreamEntry(
      sequence: message.sequence, stored: message.stored,
      message: StreamMessage(
        game: game, place: id.last.flatMap { Int($0, in: Int.interoperable) } ?? 0, session: session,
        epoch: message.headers[epoch].flatMap { Int($0, in: Int.interoperable) } ?? 0,
        content: message.headers[event].map { .event(id: $0, line: message.body) } ?? .claim))
  }

  private static func subject(of game: GameID, in kind: String) -> String {
    "lg.\(kind).\(game.league.rawValue).\(game.gamePk)"
  }
}

/// The checkpoints: `<sequence of the newest event>/<first sequence to read>/<over>/<final>`, a line break, and the tracker's state.
extension NATSStream {
  func checkpoint(of game: GameID) async throws(Fault) -> StreamCheckpoint? {
    let subject = Self.subject(of: game, in: "cp")
    let stored = try await client.messages(in: Self.checkpoints, subject, from: 1, limit: 1, headers: [])
    return stored.first.flatMap { Self.checkpoint(of: game, in: $0.body) }
  }

  func put(_ checkpoint: StreamCheckpoint, of game: GameID, isFirst: Bool) async throws(Fault) {
    let state = checkpoint.checkpoint
    let head = "\(checkpoint.sequence)/\(checkpoint.since)/\(state.isOver ? 1 : 0)/\(state.isFinal ? 1 : 0)\n"
    let message = NATSMessage(Self.subject(of: game, in: "cp"), Array(head.utf8) + state.state)
    _ = try await client.publish(message, if: NATSConditions(last: isFirst ? 0 : nil))
  }

  func games(limit: Int) async throws(Fault) -> [GameID] {
    let stored = try await client.messages(in: Self.checkpoints, "lg.cp.>", from: 1, limit: limit, headers: [])
    return stored.compactMap { GameID($0.subject.split(separator: ".").dropFirst(2).joined(separator: "/")) }
  }

  private static func checkpoint(of game: GameID, in body: [UInt8]) -> StreamCheckpoint? {
    guard let end = body.firstIndex(of: 10) else { return nil }
    let head = String(decoding: body[..<end], as: UTF8.self).split(separator: "/")
    let counts = 0...Int.interoperable.upperBound
    guard head.count == 4, let sequence = Int(head[0], in: counts), let since = Int(head[1], in: counts) else {
      return nil
    }
    return StreamCheckpoint(
      sequence: UInt64(sequence), since: UInt64(since),
      checkpoint: Checkpoint(
        game: game, state: Array(body[(end + 1)...]), isOver: head[2] == "1", isFinal: head[3] == "1"))
  }
}
