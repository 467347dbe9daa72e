import Foundation
import Glibc
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A watcher, and a daemon that disconnects in every possible way.
@Suite(.timeLimit(.minutes(2))) struct WatchStreamTests {
  typealias Scene = [ScriptedDaemon.Step]

  private let path = NSTemporaryDirectory() + "livegamed-stream-\(UUID().uuidString.prefix(8)).sock"

  /// Returns the notices, the requests and the waits of a watcher for these scenes; no wait takes any time.
  private func watch(
    _ scenes: [Scene], from start: WatchStart = .place(.oldest), count: Int
  ) async throws -> (notices: [String], requests: [String], waits: [Duration]) {
    let daemon = try ScriptedDaemon(path, scenes)
    defer {
      daemon.stop()
      unlink(path)
    }
    let waits = Locked<[Duration]>([])
    var stream = WatchStream(path: path, from: start) { wait in waits.withLock { $0.append(wait) } }
    var notices: [String] = []
    while notices.count < count {
      switch try await stream.next() {
      case .line(let line): notices.append(line.op == nil ? "\(line.sequence ?? 0)" : "gap \(line.reason ?? "")")
      case .outage(let fault): notices.append(fault.message)
      }
    }
    return (notices, daemon.received, waits.withLock { $0 })
  }

  private func request(after: String, log: String? = nil) -> String {
    let log = log.map { #","log":"\#($0)""# } ?? ""
    return #"{"op":"subscribe","after":\#(after)\#(log),"filter":{"teams":[],"types":[],"tags":[]}}"#
  }

  /// Compares requests regardless of the order of their members.
  private func expect(_ actual: [String], _ expected: [String]) throws {
    func read(_ line: String) throws -> Subscription {
      try JSONDecoder().decode(Subscription.self, from: Data(line.utf8))
    }
    #expect(try actual.map(read) == expected.map(read))
  }

  @Test func continuesAfterTheLastCompleteLine() async throws {
    let half = String(ScriptedDaemon.Step.line(3).prefix(70))
    let (notices, requests, _) = try await watch(
      [
        [.hear, .hello(newest: 3), .event(1), .event(2), .say(half)],
        [.hear, .hello(newest: 3), .event(3), .stay],
      ], count: 4)
    #expect(notices == ["1", "2", "the daemon hung up", "3"])
    try expect(requests, [request(after: #""oldest""#), request(after: "2", log: "aaaa")])
  }

  @Test func withoutAnEventItContinuesWhereItConnected() async throws {
    let (notices, requests, _) = try await watch(
      [[.hear, .hello(newest: 41)], [.hear, .hello(newest: 43), .event(42), .stay]], from: .place(.now), count: 2)
    #expect(notices == ["the daemon hung up", "42"])
    try expect(requests, [request(after: #""now""#), request(after: "41", log: "aaaa")])
  }

  @Test(arguments: [("shutdown", 2), ("log", 2), ("idle", 2), ("slow", 1)])
  func continuesAfterClosed(reason: String, count: Int) async throws {
    let closed = #"{"op":"closed","reason":"\#(reason)","resume_after":7}"# + "\n"
    let (notices, requests, _) = try await watch(
      [
        [.hear, .hello(newest: 5), .say(#"{"op":"synced","sequence":5,"id":1}"# + "\n"), .say(closed)],
        [.hear, .hello(newest: 8), .event(8), .stay],
      ], count: count)
    #expect(notices.count == count && notices.last == "8")
    let text = reason == "shutdown" ? "the daemon is stopping" : "the daemon closed the connection: \(reason)"
    #expect(count == 1 || notices[0].hasPrefix(text))
    try expect(requests, [request(after: #""oldest""#), request(after: "7", log: "aaaa")])
  }

  @Test func aConnectionThatClosesBeforeItsRequestIsReadChangesNothing() async throws {
    let closed = #"{"op":"closed","reason":"shutdown","resume_after":90}"# + "\n"
    let (notices, requests, _) = try await watch(
      [[.hear, .hello(newest: 90), .say(closed)], [.hear, .hello(newest: 90), .event(6), .stay]],
      from: .place(.sequence(5)), count: 2)
    #expect(notices.last == "6")
    try expect(requests, [request(after: "5"), request(after: "5", log: "aaaa")])
  }

  @Test func aFullDaemonIsRetriedWithGrowingWaitsAndOneWarning() async throws {
    let full: Scene = [.hear, .say(#"{"op":"closed","reason":"full"}"# + "\n")]
    let (notices, _, waits) = try await watch([full, full, full, [.hear, .hello(), .event(1), .stay]], count: 2)
    #expect(notices.count == 2 && notices[1] == "1")
    #expect(notices[0].hasPrefix("the daemon closed the connection: full, all places for clients are taken"))
    #expect(waits == [.seconds(1), .seconds(2), .seconds(4)])
  }

  /// A daemon that refuses a client does not read its request: the kernel may report that before the daemon's reason
  /// is read.
  @Test func theReasonOfARefusalIsReported() async throws {
    let full: Scene = [.say(#"{"op":"closed","reason":"full"}"# + "\n")]
    let (notices, _, waits) = try await watch([full, full, full, [.hear, .hello(), .event(1), .stay]], count: 2)
    #expect(notices.count == 2 && notices[0].hasPrefix("the daemon closed the connection: full"))
    #expect(waits == [.seconds(1), .seconds(2), .seconds(4)])
  }

  /// A damaged page of the log must not be requested in a busy loop, whatever came before it.
  @Test func anUnreadableLogIsRetriedWithGrowingWaits() async throws {
    let closed = ScriptedDaemon.Step.say(#"{"op":"closed","reason":"log","resume_after":2}"# + "\n")
    let stuck: Scene = [.hear, .hello(newest: 9), closed]
    let (notices, _, waits) = try await watch(
      [
        [.hear, .hello(newest: 9), .event(1), .event(2), closed], stuck, stuck,
        [.hear, .hello(newest: 9), .event(3), .stay],
      ],
      count: 4)
    #expect(notices.count == 4 && notices[2].hasPrefix("the daemon closed the connection: log"))
    #expect(waits == [.seconds(1), .seconds(2), .seconds(4)])
  }

  @Test func anEarlierEventIsNotPrintedAgain() async throws {
    let (notices, _, _) = try await watch(
      [[.hear, .hello(newest: 2), .event(1), .event(2), .event(1), .event(2), .event(3), .stay]], count: 3)
    #expect(notices == ["1", "2", "3"])
  }

  @Test func theImplicitSubscriptionDoesNotMoveThePosition() async throws {
    func say(_ line: String) -> ScriptedDaemon.Step { .say(line + "\n") }
    let (notices, requests, _) = try await watch(
      [
        [
          .hello(newest: 3), say(#"{"op":"synced","sequence":3}"#), .event(4),
          say(#"{"op":"heartbeat","sequence":4}"#), .hear, .event(2), .event(3), .event(4),
          say(#"{"op":"synced","sequence":4,"id":1}"#), .event(5),
        ],
        [
          .hello(newest: 5), say(#"{"op":"synced","sequence":5}"#), .event(7),
          say(#"{"op":"closed","reason":"shutdown","resume_after":7}"#),
        ],
        [.hear, .hello(newest: 7), .event(6), .event(7), .stay],
      ], from: .place(.sequence(1)), count: 7)
    #expect(
      notices == ["2", "3", "4", "5", "the daemon hung up", "6", "7"])
    try expect(requests, [request(after: "1"), request(after: "5", log: "aaaa")])
  }

  @Test func theAnswerIsRecognizedByItsId() async throws {
    let (_, requests, _) = try await watch([[.hear, .hello(newest: 1), .event(1), .stay]], count: 1)
    #expect(requests.first?.contains(#""id":1"#) == true)
  }

  @Test func anotherLogIsReportedAndReadFromItsBeginning() async throws {
    let gap = ScriptedDaemon.Step.say(#"{"op":"gap","reason":"other_log","after":0}"# + "\n")
    let (notices, requests, _) = try await watch(
      [
        [.hear, .hello(newest: 9), .event(9)],
        [.hear, .hello(log: "bbbb", newest: 2)],
        [.hear, .hello(log: "bbbb", newest: 2), gap, .event(1, log: "bbbb")],
        [.hear, .hello(log: "bbbb", newest: 2), .event(2, log: "bbbb"), .stay],
      ], from: .place(.sequence(8)), count: 6)
    #expect(notices == ["9", "the daemon hung up", "gap other_log", "1", "the daemon hung up", "2"])
    let expected = [("8", nil), ("9", "aaaa"), ("9", "aaaa"), ("1", "bbbb")]
    try expect(requests, expected.map { request(after: $0.0, log: $0.1) })
  }

  @Test func aLongOutageIsReportedOnce() async throws {
    let first = try ScriptedDaemon(path, [[.vanish, .hear, .hello(newest: 1), .event(1)]])
    defer { unlink(path) }
    let (path, waits, second) = (path, Locked<[Duration]>([]), Locked<ScriptedDaemon?>(nil))
    var stream = WatchStream(path: path, from: .place(.oldest)) { wait in
      guard
        waits.withLock({ waits in
          waits.append(wait); return waits.count
        }) == 5
      else { return }
      let daemon = try ScriptedDaemon(path, [[.hear, .hello(newest: 2), .event(2), .stay]])
      second.withLock { $0 = daemon }
    }
    guard case .line(let line) = try await stream.next(), line.sequence == 1 else {
      Issue.record("no event came")
      return
    }
    guard case .outage = try await stream.next(), case .line(let next) = try await stream.next() else {
      Issue.record("it was not reported once")
      return
    }
    #expect(next.sequence == 2)
    #expect(waits.withLock { $0 } == [100, 200, 400, 800, 1600].map { .milliseconds($0) })
    first.stop()
    second.withLock { $0?.stop() }
  }

  @Test func aRequestThatTheDaemonRefusesEndsIt() async throws {
    let error = #"{"op":"error","code":"malformed","message":"'after' is not understood"}"# + "\n"
    let fault = await #expect(throws: Fault.self) {
      try await watch([[.hear, .hello(), .say(error), .stay]], count: 1)
    }
    #expect(fault?.code == .socketRefused)
  }

  @Test func aMissingDaemonAtTheStartEndsIt() async throws {
    var stream = WatchStream(path: path, from: .place(.now)) { _ in }
    let fault = await #expect(throws: Fault.self) { try await stream.next() }
    #expect(fault?.code == .socketNoDaemon)
  }

  @Test func aStartTimeSkipsEarlierEvents() async throws {
    let time = try #require(Timestamp(rfc3339: "2026-07-14T02:03:00Z"))
    let synced = ScriptedDaemon.Step.say(#"{"op":"synced","sequence":4}"# + "\n")
    let (notices, requests, _) = try await watch(
      [[.hear, .hello(newest: 4), .event(1), .event(2), .event(3), .event(4), synced, .event(5), .stay]],
      from: .time(time), count: 3)
    #expect(notices == ["3", "4", "5"])
    try expect(requests, [request(after: #""oldest""#)])
  }
}
