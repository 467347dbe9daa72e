import Testing

@testable import LiveCore

/// Edits, groups and replaced messages.
extension RevisionPolicyTests {
  @Test func onlyTheNewestRevisionWithinTheDelayIsSent() async throws {
    for sink in ["chat", "hook"] {
      let transport = ScriptedTransport(.status(200))
      let options = DeliveryOptions(delay: .seconds(30))
      if sink == "hook" {
        try await fixture.during(try fixture.worker(transport, options: options).run) {
          await transport.whenAsked(1)
          try await fixture.whenSettled("hook")
        }
        #expect(try transport.requests.map { try CloudEvent(line: $0.body).event.data.revision } == [2])
      } else {
        try await log(1)
        try await log(2, after: .seconds(20))
        fixture.clock.advance(by: .seconds(30))
        #expect(try await deliver(ChatSink(), options, messages: 1) == ["news 1/a@2"])
      }
    }
  }

  @Test func aProgramWithoutADelayGetsEveryRevision() async throws {
    try await log(1)
    try await log(2, retracted: true)
    let transport = ScriptedTransport(.status(200))
    try await fixture.during(try fixture.worker(transport).run) { await transport.whenAsked(2) }
    #expect(try transport.requests.map { try CloudEvent(line: $0.body).event.data.revision } == [1, 2])
  }

  @Test func aDeletedMessageIsReplacedByACorrection() async throws {
    let sink = ChatSink { text, number in
      text.hasPrefix("edit")
        ? .lostTarget(Answer.Reason(cause: .status(404), text: "status 404"))
        : .accepted(Receipt(handle: MessageHandle(rawValue: "m\(number)")))
    }
    try await log(1)
    let texts = try await deliver(sink, messages: 3) {
      await sink.whenSent(1)
      try await log(2, wanted: false)
    }
    #expect(texts == ["news 1/a@1", "edit m1: 1/a@2", "correction 1/a@2"])
  }

  /// A correction may change a hundred messages of its game. If none of them can be edited, one correction is posted.
  @Test func consequencesOfACorrectionAreNotPostedAgain() async throws {
    let sink = ChatSink { text, number in
      text.hasPrefix("edit")
        ? .lostTarget(Answer.Reason(cause: .status(400), text: "status 400"))
        : .accepted(Receipt(handle: MessageHandle(rawValue: "m\(number)")))
    }
    for name in ["a", "b", "c"] { try await log(1, name: name) }
    let texts = try await deliver(sink, messages: 7) {
      await sink.whenSent(3)
      try await fixture.whenSettled("chat")
      try await log(2)
      for name in ["b", "c"] { try await log(2, name: name, cause: Self.other) }
    }
    #expect(texts.filter { !$0.hasPrefix("edit") }.dropFirst(3) == ["correction 1/a@2"])
  }

  @Test func anEditWithoutAHandleBecomesACorrection() async throws {
    let sink = ChatSink { _, _ in .accepted(Receipt()) }
    try await log(1)
    let texts = try await deliver(sink, messages: 2) {
      await sink.whenSent(1)
      try await log(2)
    }
    #expect(texts == ["news 1/a@1", "correction 1/a@2"])
  }

  @Test func aGroupIsOneMessageAndACorrectionEditsAllOfIt() async throws {
    let sink = ChatSink()
    for name in ["a", "b", "c", "d"] { try await log(1, name: name) }
    let texts = try await deliver(sink, DeliveryOptions(group: .seconds(5)), messages: 3) {
      fixture.clock.advance(by: .seconds(5))
      await sink.whenSent(2)
      try await log(2, name: "b", after: .seconds(5))
      await fixture.pass(.seconds(5))
      await sink.whenSent(3)
    }
    #expect(texts == ["news 1/a@1, 1/b@1, 1/c@1", "news in m1 1/d@1", "edit m1: 1/a@1, 1/b@2, 1/c@1"])
  }

  @Test func aScoreboardIsOneMessageForEachGame() async throws {
    let sink = ChatSink(traits: SinkTraits(audience: .people, canEdit: true, isScoreboard: true))
    try await log(1)
    try await log(1, name: "b")
    let texts = try await deliver(sink, messages: 2) {
      await sink.whenSent(1)
      try await fixture.whenSettled("chat")
      try await log(2)
    }
    #expect(texts == ["board 1/b@1, 1/a@1", "board 1/b@1, 1/a@2"])
  }
}
