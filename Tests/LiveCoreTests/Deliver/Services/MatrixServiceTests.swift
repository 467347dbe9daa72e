import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// A homeserver on loopback, over the transport that the daemon uses.
@Suite(.timeLimit(.minutes(2))) struct MatrixServiceTests {
  private let matrix = SimulatedMatrix()
  private let server: LoopbackServer

  init() throws { server = try LoopbackServer { [matrix] in Self.answer(of: matrix, to: $0) } }

  private static func answer(of matrix: SimulatedMatrix, to request: LoopbackRequest) -> LoopbackAnswer {
    let asked = HTTPRequest(
      method: HTTPRequest.Method(rawValue: request.method) ?? .get,
      url: "http://\(SimulatedMatrix.host)\(request.target)",
      headers: request.headers, body: request.body)
    let reply = matrix.world.withLock { (world) -> ServiceReply? in try? world.take(asked) }
    guard let reply else { return LoopbackAnswer(.close) }
    return .response(
      reply.status, headers: reply.headers.map { (name: $0.key, value: $0.value) }, body: Array(reply.body.utf8))
  }

  private func sink(room: String = SimulatedMatrix.room) throws -> ServiceConversation {
    let kind = MatrixSettings(token: Secret(SimulatedMatrix.token), room: room, threads: true)
    var settings = SinkSettings(name: "ours", kind: kind, url: Secret(server.url("")))
    settings.timeout = .seconds(60)
    let builder = SinkBuilder(transport: try CurlTransport(limits: .deliveries), environment: [:])
    return ServiceConversation(try builder.build(settings))
  }

  @Test func postsAndEdits() async throws {
    let sink = try sink()
    let handle = try await sink.handle(of: "A <single> & more.")
    #expect(matrix.shown.map(\.text) == ["TOR 0, AZ 0 · Top 1st\nA <single> & more."])
    #expect(try await sink.change(handle, to: "A double.") == .accepted(Receipt(handle: handle)))
    #expect(try await sink.change(handle, to: "A triple.") == .accepted(Receipt(handle: handle)))
    #expect(matrix.shown.map(\.text) == ["TOR 0, AZ 0 · Top 1st\nA triple."] && matrix.shown[0].edits == 2)
    #expect(server.requests.allSatisfy { $0.method == "PUT" })
    #expect(server.requests[0].target == "/_matrix/client/v3/rooms/%21games%3Aexample.org/send/m.room.message/msg_1")
  }

  @Test func aRepeatIsTheSameMessage() async throws {
    let sink = try sink().sink
    let composed = try sink.compose(SampleMessages.news("A single."))
    matrix.loseAnswer()
    let id = WebhookID(rawValue: "msg_again")
    #expect(await sink.send(composed, id: id, at: SampleEvents.start).name == "tryAgain")
    let handle = MessageHandle(rawValue: "$event1")
    for _ in 0..<2 {
      #expect(await sink.send(composed, id: id, at: SampleEvents.start) == .accepted(Receipt(handle: handle)))
    }
    #expect(matrix.shown.map(\.id) == ["$event1"])
    #expect(Set(server.requests.map(\.target)).count == 1 && server.requests.count == 3)
  }

  @Test func aGameIsAThread() async throws {
    let sink = try sink()
    let root = try await sink.handle(of: "Play ball.")
    let reply = try await sink.handle(of: "A single.", in: root)
    #expect(try await sink.change(reply, to: "An error.").name == "accepted")
    #expect(matrix.shown.map(\.thread) == [nil, root.rawValue] && matrix.shown.map(\.edits) == [0, 1])
  }

  @Test func aRootThatIsAReplyIsLeftAndSaidSo() async throws {
    let sink = try sink()
    let root = try await sink.handle(of: "Play ball.")
    let reply = try await sink.handle(of: "A single.", in: root)
    guard case .accepted(let receipt) = try await sink.post("A double.", in: reply) else {
      Issue.record("the message is lost")
      return
    }
    #expect(receipt.leftThread && receipt.handle?.rawValue == "$event3")
    #expect(matrix.shown.map(\.thread) == [nil, root.rawValue, nil])
  }

  @Test func aLeftRoomDisablesUntilTheInvitation() async throws {
    let sink = try sink()
    let handle = try await sink.handle(of: "A single.")
    matrix.kick()
    let answer = try await sink.post("A walk.")
    #expect(answer.name == "deadEndpoint")
    #expect(answer.reason?.text.contains("invite the user to 'room'") == true)
    #expect(try await sink.change(handle, to: "A double.").name == "lostTarget")
    matrix.invite()
    #expect(try await sink.post("A walk.").name == "accepted")
    #expect(try await self.sink(room: "!other:example.org").post("A walk.").name == "deadEndpoint")
  }

  @Test func aTokenThatIsRevokedDisables() async throws {
    let sink = try sink()
    let handle = try await sink.handle(of: "A single.")
    matrix.revokeToken()
    for answer in [try await sink.post("A walk."), try await sink.change(handle, to: "A double.")] {
      #expect(answer.name == "deadEndpoint")
      #expect(answer.reason?.text.contains("M_UNKNOWN_TOKEN") == true)
      #expect(answer.reason?.text.contains(SimulatedMatrix.token) == false)
    }
  }

  @Test(arguments: [
    (SimulatedMatrix.Limit.body(2500), Duration.milliseconds(2500)), (.header(7), .seconds(7)),
    (.body(99_000_000), RetryAfter.longest), (.body(0), .zero),
  ])
  func aLimitPausesTheHost(_ limit: SimulatedMatrix.Limit, _ wait: Duration) async throws {
    let sink = try sink()
    matrix.limit(limit)
    let pause = try await sink.post("A single.").pause
    #expect(pause?.wait == wait && pause?.scope == .host)
    #expect(try await sink.post("A single.").name == "accepted")
  }

  @Test func aLimitWithoutATimeIsTriedAgain() async throws {
    matrix.limit(.neither)
    #expect(try await sink().post("A single.").name == "tryAgain")
  }

  @Test func otherRefusals() async throws {
    let sink = try sink()
    for (status, code, name) in [
      (413, "M_TOO_LARGE", "badMessage"), (400, "M_BAD_JSON", "badMessage"), (401, "M_MISSING_TOKEN", "deadEndpoint"),
      (401, "M_USER_LOCKED", "tryAgain"), (403, "M_CONSENT_NOT_GIVEN", "tryAgain"), (404, "M_UNRECOGNIZED", "tryAgain"),
      (400, "ORG_EXAMPLE_NEXT_YEAR", "tryAgain"), (500, "M_FORBIDDEN", "tryAgain"), (301, "M_FORBIDDEN", "tryAgain"),
    ] {
      matrix.fail(with: MatrixWorld.refusal(status, code, "No."))
      #expect(try await sink.post("A single.").name == name, "\(status) \(code)")
    }
    // A proxy's page, and a server that is something else.
    for reply in [ServiceReply(status: 404, body: "<html>"), ServiceReply(status: 200, body: "<html>")] {
      matrix.fail(with: reply)
      #expect(try await sink.post("A single.").name == "tryAgain")
    }
    #expect(matrix.shown.isEmpty)
  }
}
