import Foundation
import LiveSimulator
import Testing

@testable import LiveCore
@testable import livegamed

/// Queries that a program can send to the running daemon while it follows simulated games.
@Suite(.timeLimit(.minutes(5))) struct QueryTests {
  @Test func aProgramThatConnectsLateGetsTheCurrentState() async throws {
    let now = Date.now.timeIntervalSince1970
    let slate = Slate(seed: 5, games: 2, firstPitch: now + 1200, spread: 30)
    let server = SimulatorServer(slate: slate, now: VirtualClock.running(from: now, speed: 600))
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (ports, opened) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
      group.addTask { try await server.run { opened.yield($0) } }
      let port = try #require(await ports.first { _ in true })
      let daemon = try RunningDaemon(port: port)
      try daemon.start()
      try await Self.ask(daemon)
      #expect(daemon.stop() == 0)
      group.cancelAll()
    }
  }

  private static func ask(_ daemon: RunningDaemon) async throws {
    while !FileManager.default.fileExists(atPath: daemon.socket) { try await Task.sleep(for: .milliseconds(20)) }
    let client = try SocketClient(path: daemon.socket)
    _ = try await client.next()
    func answer(_ request: String) async throws -> [String: Any] {
      try client.send(Array("\(request)\n".utf8))
      let line = try #require(try await client.next())
      return try #require(try JSONSerialization.jsonObject(with: Data(line.bytes)) as? [String: Any])
    }
    var live: [String: Any]?
    while live == nil {
      let games = try await answer(#"{"op":"scoreboard"}"#)["games"] as? [[String: Any]]
      live = games?.first { $0["inning"] != nil && $0["last"] != nil && $0["bases"] != nil }
      try await Task.sleep(for: .milliseconds(20))
    }
    let game = try #require(live?["game"] as? [String: Any])
    let (number, home) = (try #require(game["id"] as? Int), try #require(game["home"] as? [String: Any]))
    let team = try #require(home["abbreviation"] as? String)
    #expect(game["status"] as? String == "live" && live?["watched"] as? Bool == true && live?["score"] != nil)
    #expect(try await answer(#"{"op":"game","game":\#(number)}"#)["op"] as? String == "game")
    let rows = try #require(try await answer(#"{"op":"games","teams":["\#(team)"]}"#)["games"] as? [[String: Any]])
    #expect(rows.count == 1 && rows.first?["score"] == nil && rows.first?["start"] != nil)
    #expect(try await answer(#"{"op":"game","game":1}"#)["code"] as? String == "unknown_game")
    let status = try await answer(#"{"op":"status","id":1}"#)
    #expect(status["healthy"] as? Bool == true && status["clients"] as? Int == 1 && status["id"] as? Int == 1)
    let source = try #require((status["source"] as? [String: Any])?["mlb"] as? [String: Any])
    #expect(source["state"] as? String == "ok" && (status["games"] as? [String: Int])?.values.reduce(0, +) == 2)
    let snapshot = try await answer(
      #"{"op":"subscribe","after":"now","snapshot":true,"filter":{"teams":["\#(team)"]}}"#)
    #expect(snapshot["op"] as? String == "snapshot" && snapshot["sequence"] is Int && snapshot["score"] != nil)
  }
}
