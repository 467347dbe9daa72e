import Testing

@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(2))) struct PushMailboxTests {
  private static let now = Timestamp(seconds: 1_800_000_000)
  private let mailbox = PushMailbox(limits: PushMailbox.Limits(events: 4, bytes: 10))

  private static func message(_ text: String) -> PushEvent { .message(Array(text.utf8), at: now) }

  /// Takes all events, and then the end.
  private func takeAll() async -> [PushEvent] {
    mailbox.post(.gaveUp(.silent))
    var events: [PushEvent] = []
    while let event = await mailbox.next() { events.append(event) }
    return events
  }

  @Test func keepsTheOrder() async {
    mailbox.post(.opened(at: Self.now))
    mailbox.post(Self.message("a"))
    #expect(await takeAll() == [.opened(at: Self.now), Self.message("a"), .gaveUp(.silent)])
  }

  @Test func dropsTheOldestMessageAndCountsIt() async {
    mailbox.post(.opened(at: Self.now))
    for text in ["a", "b", "c", "d", "e"] { mailbox.post(Self.message(text)) }
    #expect(mailbox.standing.dropped == 2 && mailbox.standing.messages == 5)
    let events = await takeAll()
    #expect(events == [.opened(at: Self.now), Self.message("d"), Self.message("e"), .gaveUp(.silent)])
    #expect(mailbox.standing.dropped == 3)
  }

  @Test func limitsTheBytes() async {
    for text in ["12345", "67890", "x"] { mailbox.post(Self.message(text)) }
    #expect(await takeAll() == [Self.message("67890"), Self.message("x"), .gaveUp(.silent)])
    #expect(mailbox.standing.dropped == 1)
  }

  @Test func limitsEventsWithoutMessages() async {
    for second in 0..<100 { mailbox.post(.closed(.silent, next: Self.now + .seconds(second))) }
    #expect(mailbox.standing.dropped == 96)
    #expect(await mailbox.next() == .closed(.silent, next: Self.now + .seconds(96)))
  }

  @Test func wakesTheTaskThatWaits() async {
    let mailbox = mailbox
    async let event = mailbox.next()
    mailbox.post(Self.message("a"))
    #expect(await event == Self.message("a"))
  }

  @Test func aCancelledTaskTakesNothing() async {
    let mailbox = mailbox
    let task = Task { await mailbox.next() }
    task.cancel()
    #expect(await task.value == nil)
    mailbox.post(Self.message("a"))
    #expect(await mailbox.next() == Self.message("a"))
  }

  @Test func theEndDropsWhatWasNotTakenAndWhatComesLater() async {
    mailbox.post(Self.message("a"))
    mailbox.end()
    mailbox.post(Self.message("b"))
    #expect(await mailbox.next() == nil)
    #expect(mailbox.standing.state == .ended && mailbox.standing.messages == 1)
    #expect(mailbox.takeOrders() == PushMailbox.Orders(isEnded: true, reopens: false))
  }

  @Test func givesAnOrderOnce() {
    mailbox.requestReopening()
    #expect(mailbox.takeOrders() == PushMailbox.Orders(isEnded: false, reopens: true))
    #expect(mailbox.takeOrders() == PushMailbox.Orders(isEnded: false, reopens: false))
  }

  @Test func followsTheState() {
    #expect(mailbox.standing == PushStanding())
    mailbox.post(.opened(at: Self.now))
    #expect(mailbox.standing.state == .open(since: Self.now))
    mailbox.post(Self.message("a"))
    mailbox.post(.closed(.silent, next: Self.now + .seconds(3)))
    #expect(mailbox.standing.state == .waiting(.silent, until: Self.now + .seconds(3)))
    mailbox.noteAttempt()
    #expect(mailbox.standing.state == .connecting)
    mailbox.post(.opened(at: Self.now))
    #expect(mailbox.standing.reopenings == 1 && mailbox.standing.lastMessage == Self.now)
    mailbox.post(.gaveUp(.closed(code: 4404, reason: "")))
    mailbox.noteAttempt()
    mailbox.end()
    #expect(mailbox.standing.state == .unavailable(.closed(code: 4404, reason: "")))
  }
}
