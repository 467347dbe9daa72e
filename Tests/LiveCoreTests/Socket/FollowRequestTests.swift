import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// The requests, and who may change what is followed, over a real socket.
@Suite(.timeLimit(.minutes(1))) struct FollowRequestTests {
  private static func request(_ text: String) throws -> RequestHandler.Operation? {
    guard case .handled(let operation) = try Request(line: Array(text.utf8)).operation else { return nil }
    return operation
  }

  @Test(arguments: [
    (#"{"op":"follow"}"#, FollowRequest.list),
    (#"{"op":"follow_add","names":["BOS","5"]}"#, .add(["BOS", "5"], isOnly: false)),
    (#"{"op":"follow_add","names":["BOS"],"only":true,"id":1}"#, .add(["BOS"], isOnly: true)),
    (#"{"op":"follow_remove","names":["BOS"],"protocol":1}"#, .remove(["BOS"], isEverything: false)),
    (#"{"op":"follow_remove","names":["BOS"],"everything":true}"#, .remove(["BOS"], isEverything: true)),
  ])
  func aRequestIsUnderstood(text: String, request: FollowRequest) throws {
    #expect(try Self.request(text) == .follow(request))
    #expect(try Self.request(String(decoding: try JSONEncoder().encode(request), as: UTF8.self)) == .follow(request))
  }

  @Test(arguments: [
    #"{"op":"follow","names":["BOS"]}"#, #"{"op":"follow_add"}"#, #"{"op":"follow_add","names":[]}"#,
    #"{"op":"follow_add","names":"BOS"}"#, #"{"op":"follow_add","names":[""]}"#, #"{"op":"follow_add","names":[5]}"#,
    #"{"op":"follow_add","names":["BOS"],"everything":true}"#, #"{"op":"follow_remove","names":["BOS"],"only":true}"#,
    #"{"op":"follow_add","names":["\#(String(repeating: "x", count: 129))"]}"#,
    #"{"op":"follow_add","names":[\#(Array(repeating: "\"BOS\"", count: 101).joined(separator: ","))]}"#,
  ])
  func aMistakeIsRefused(text: String) {
    let refusal = #expect(throws: Request.Refusal.self) { try Self.request(text) }
    #expect(refusal?.code == .malformed)
  }

  /// Sends requests to a server whose service answers each with an empty list or change.
  private func with(
    admitting isAdmitted: Bool, group: FollowGroup? = nil,
    _ body: @escaping @Sendable (SocketFixture) async throws -> Void
  ) async throws {
    var options = SocketFixture.options
    options.admits = { _ in isAdmitted }
    options.view.followGroup = { group }
    let store = try NumberedLog()
    let fixture = SocketFixture(store: store, path: "\(store.folder)/live.sock")
    let server = try fixture.server(options)
    try await fixture.running(server) {
      let service = Task {
        for await order in server.follows.stream {
          let answer: FollowAnswer =
            order.request.request == .list
            ? .list(FollowListing(isEverything: true, entries: []))
            : .added(FollowChange(changed: [], warnings: ["uid \(order.request.user ?? -1)"]))
          server.follows.settle(order, .success(answer))
        }
      }
      defer { service.cancel() }
      try await body(fixture)
    }
  }

  private static let order = FollowRequest.add(["BOS"], isOnly: false)

  @Test func everyClientMayList() async throws {
    try await with(admitting: false) { fixture in
      let line = try await fixture.client().answer(to: .list)
      #expect(line.text == #"{"op":"follow","everything":true,"followed":[]}"#)
    }
  }

  @Test func othersMayNotChangeIt() async throws {
    for (group, words) in [
      (nil, "only root and the daemon's own user may change what is followed"),
      (FollowGroup(name: "fans", group: nil), "only root, the daemon's own user and the group 'fans' may change"),
      (FollowGroup(name: "fans", group: SystemGroup(number: 4_000_000)), "the group 'fans' may change"),
    ] {
      try await with(admitting: false, group: group) { fixture in
        let client = try await fixture.client()
        let fault = await #expect(throws: Fault.self) { try await client.answer(to: Self.order) }
        #expect(fault?.code == .socketForbidden && fault?.message.contains(words) == true, "\(fault?.message ?? "")")
      }
    }
  }

  @Test func aMemberOfTheGroupMayChangeIt() async throws {
    let own = SystemGroup(number: UInt32(getegid()))
    try await with(admitting: false, group: FollowGroup(name: "own", group: own)) { fixture in
      let line = try await fixture.client().answer(to: Self.order)
      #expect(line.text == #"{"op":"follow_add","changed":[],"warnings":["uid \#(geteuid())"]}"#)
    }
  }

  @Test func anAnswerIsReadAsItIsWritten() throws {
    var entry = FollowEntry(.player)
    (entry.id, entry.name, entry.state, entry.team) = (5, "A", .active, "B")
    (entry.added, entry.user, entry.place) = (Timestamp(seconds: 0), 7, "a.yaml:1:2")
    for answer in [
      FollowAnswer.list(
        FollowListing(isEverything: false, entries: [entry], confirmed: Timestamp(seconds: 9), staleBecause: "x")),
      .added(FollowChange(changed: [entry], unchanged: [entry], warnings: ["y"])), .removed(FollowChange(changed: [])),
    ] {
      #expect(try FollowAnswer(WatchLine(bytes: Reply.follow(answer).line().dropLast())) == answer)
    }
    #expect(throws: Fault.self) { try FollowAnswer(WatchLine(bytes: Array(#"{"op":"pong"}"#.utf8))) }
  }
}
