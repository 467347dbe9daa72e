import Foundation
import LiveCore
import LiveModel
import LiveSimulator
import Testing
import WireSchema

/// The real program, killed and started again: each fact is in the log once, and a subscriber misses nothing.
@Suite(.timeLimit(.minutes(10))) struct KillTests {
  @Test func killsLoseNothingAndRepeatNothing() async throws {
    try await SimulatedSource.serve(seed: 11, games: 2) { slate, port in try await Self.watch(slate, port: port) }
  }

  private static func watch(_ slate: Slate, port: Int) async throws {
    let daemon = try RunningDaemon(port: port)
    try daemon.start()
    var received: [ReceivedFact] = []
    var kills = 0
    func isOver() -> Bool { received.filter { $0.kind == "final" }.count == slate.games.count }
    while !isOver() {
      // A restart needs a new connection, which continues after the last sequence.
      guard let client = try? SocketClient(path: daemon.socket) else {
        try await Task.sleep(for: .milliseconds(20))
        continue
      }
      try? client.subscribe(Subscription(after: .sequence(received.last?.sequence ?? 0)))
      while let line = try? await client.next() {
        if line.op == nil {
          #expect(WireFormat.faults(in: line.bytes) == [])
          received += try ReceivedFact.all(in: line)
        }
        if received.count > (kills + 1) * 40, kills < 5 {
          daemon.kill()
          kills += 1
          try daemon.start()
          break
        }
        if isOver() { break }
      }
    }
    #expect(kills == 5)
    #expect(daemon.stop() == 0)
    let script = slate.games.flatMap { $0.facts() }.filter { ReceivedFact.kinds.contains($0.kind) }
    #expect(received.map(\.fact).sorted() == script.map(ReceivedFact.name).sorted())
    let sequences = received.map(\.sequence)
    #expect(sequences == sequences.sorted())
  }
}

/// One fact of the script, as in an event.
struct ReceivedFact {
  var kind: String
  var sequence: Int
  /// The fact as text: `play_end 3 top 2-1`.
  var fact: String

  static let kinds: Set<String> = ["game_start", "half_start", "scoring_play", "play_end", "half_end", "final"]

  static func name(_ fact: SimulatedFact) -> String {
    "\(fact.kind) \(fact.inning) \(fact.half) \(fact.away)-\(fact.home)"
  }

  static func all(in line: WatchLine) throws -> [ReceivedFact] {
    let data = try JSONDecoder().decode(Line.self, from: Data(line.bytes)).data
    // A provisional play comes again when it is certain.
    guard !data.provisional, let inning = data.inning, let score = data.score else { return [] }
    let kinds = [
      ("game_start", line.tags.contains("start")), ("half_start", line.tags.contains("half_start")),
      ("scoring_play", line.tags.contains("scoring")), ("play_end", line.type == "livegame.play"),
      ("half_end", line.tags.contains("half_end")), ("final", line.tags.contains("final")),
    ]
    return kinds.filter(\.1).map { kind, _ in
      let place = "\(inning.number) \(inning.half) \(score.away)-\(score.home)"
      return ReceivedFact(kind: kind, sequence: line.sequence ?? 0, fact: "\(kind) \(place)")
    }
  }

  private struct Line: Decodable {
    struct Content: Decodable {
      struct Inning: Decodable {
        var number: Int
        var half: String
      }
      struct Score: Decodable {
        var away: Int
        var home: Int
      }
      var inning: Inning?
      var score: Score?
      var provisional: Bool
    }
    var data: Content
  }
}
