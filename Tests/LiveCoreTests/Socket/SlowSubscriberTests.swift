import Testing

@testable import LiveCore

/// The cost of a client that does not read, and the lines that it gets.
@Suite struct SlowSubscriberTests {
  private static let extent = EventLog.Extent(oldest: 1, newest: 0)

  /// Returns a subscriber that is up to date and accepts so many bytes more.
  private func end(room: Int, options: SocketOptions = SocketOptions()) -> SessionEnd {
    let log = LogID(rawValue: "9f2c61aa")
    var end = SessionEnd(SubscriberSession(log: log, extent: Self.extent, options: options, now: .zero))
    end.session.subscribe(after: 0, head: .init(newest: 0), at: .zero)
    end.take()
    _ = end.lines()
    end.room = room
    return end
  }

  @Test func onlyTheRestOfALineIsBuffered() throws {
    let block = try LineBlock(1...1000)
    var end = end(room: 5000)
    end.read(block)
    #expect(end.session.isBlocked && end.session.goal(newest: 1000) == nil)
    #expect(end.session.output.count < block.range(of: 1).count)
    #expect((1..<20).contains(end.session.cursor))
  }

  @Test(arguments: [[1, 700, 4096, 3, 1500, 64], [1], [100_000], [13, 977]])
  func everyLineComesOnceAndInOrderHoweverItIsRead(rooms: [Int]) throws {
    let block = try LineBlock(1...150)
    var end = end(room: 0)
    let before = end.taken.count
    var turn = 0
    while end.session.cursor < 150 || end.session.isWaiting {
      end.room = rooms[turn % rooms.count]
      turn += 1
      end.session.setBlocked(false, at: .zero)
      end.read(block)
    }
    #expect(Array(end.taken[before...]) == block.bytes)
  }

  @Test func anAnswerNeverSplitsALine() throws {
    var end = end(room: 100)
    end.read(try LineBlock(1...3))
    end.session.say(.pong, at: .zero)
    end.room = .max
    end.session.setBlocked(false, at: .zero)
    end.read(try LineBlock(1...3))
    #expect(end.lines() == ["1", #"{"op":"pong"}"#, "2", "3"])
  }

  @Test func requestsAreNotReadWhileTheirAnswersDoNotFit() {
    var options = SocketOptions()
    options.outputBytes = 100
    var session = end(room: 0, options: options).session
    session.received(Array(String(repeating: #"{"op":"ping"}"# + "\n", count: 1000).utf8), at: .zero)
    while let request = session.nextRequest(at: .zero) {
      session.answer(request, oldest: 1, head: .init(newest: 0), at: .zero, warnings: { _ in [] }) {
        _ throws(Request.Refusal) in throw Request.Refusal(code: .failed, message: "no handler")
      }
    }
    #expect(session.output.count < 200)
    #expect(!session.wantsInput)
    session.sent(session.output.count, at: .zero)
    #expect(session.hasRequest)
  }

  @Test func aBlockedClientIsClosedWithItsResumePoint() throws {
    var end = end(room: 100)
    end.read(try LineBlock(1...1000), at: .seconds(1))
    for second in 2...30 {
      end.room = 1
      end.take(at: .seconds(second))
      end.session.tick(.init(newest: 1000), at: .seconds(second))
    }
    #expect(end.session.ending == .open)
    #expect(end.session.deadline == .seconds(31))
    end.session.tick(.init(newest: 1000), at: .seconds(31))
    #expect(end.session.ending == .now)
    end.room = .max
    end.take()
    #expect(end.lines() == ["1", #"{"op":"closed","reason":"slow","resume_after":1}"#])
  }

  @Test func aClientThatReadsALineNowAndThenIsNotSlow() throws {
    let block = try LineBlock(1...1000)
    var end = end(room: 0)
    end.read(block)
    for minute in 1...10 {
      end.room = block.range(of: minute).count
      end.session.setBlocked(false, at: .seconds(minute * 29))
      end.read(block, at: .seconds(minute * 29))
      end.session.tick(.init(newest: 1000), at: .seconds(minute * 29))
    }
    #expect(end.session.ending == .open)
    #expect(end.lines() == (1...10).map(String.init))
  }

  @Test func readsFromTheKernelBufferCountAsProgress() throws {
    var end = end(room: 0)
    end.read(try LineBlock(1...10))
    #expect(end.session.isStalled(at: .seconds(30)))
    end.session.madeProgress(at: .seconds(30))
    end.session.tick(.init(newest: 10), at: .seconds(59))
    #expect(end.session.ending == .open && end.session.deadline == .seconds(60))
  }

  @Test func aClientThatIsTooFarBehindIsClosedAlthoughItReads() throws {
    var options = SocketOptions()
    options.lag = 10_000
    let block = try LineBlock(1...100)
    var end = end(room: block.range(of: 1).count, options: options)
    end.read(block)
    for head in [(10_000, 50), (10_001, 1)] {
      end.session.tick(.init(newest: 100, streamed: head.0, horizon: head.1), at: .seconds(1))
      #expect(end.session.ending == .open)
    }
    end.session.tick(.init(newest: 100, streamed: 10_001, horizon: 2), at: .seconds(1))
    #expect(end.session.ending == .now)
    end.room = .max
    end.take()
    #expect(end.lines() == ["1", #"{"op":"closed","reason":"slow","resume_after":1}"#])
  }

  @Test func aClientThatAskedForOldEventsIsNotTooFarBehind() {
    var options = SocketOptions()
    options.lag = 10_000
    var end = end(room: 0, options: options)
    let head = LineRing.Head(newest: 1000, streamed: 5_000_000, horizon: 900)
    end.session.subscribe(after: 0, head: head, at: .zero)
    end.session.setBlocked(true, at: .zero)
    end.session.tick(head, at: .seconds(1))
    #expect(end.session.ending == .open)
  }

  @Test func theResumePointSkipsFilteredEvents() throws {
    var end = end(room: 0)
    end.session.filter = EventFilter(tags: ["none"])
    end.read(try LineBlock(1...500))
    end.session.cut(.slow, at: .zero)
    end.room = .max
    end.take()
    #expect(end.lines() == [#"{"op":"closed","reason":"slow","resume_after":500}"#])
  }

  @Test func closedIsSentOnce() throws {
    var end = end(room: .max)
    end.read(try LineBlock(1...3))
    end.session.close(.shutdown, at: .zero)
    end.session.cut(.shutdown, at: .seconds(1))
    end.take()
    #expect(end.lines() == ["1", "2", "3", #"{"op":"closed","reason":"shutdown","resume_after":3}"#])
  }

  /// The client would otherwise continue after the newest event, whatever it asked for.
  @Test(arguments: ["", #"{"op":"subscribe","after":5}"# + "\n"])
  func aClientWithoutASubscriptionGetsNoResumePoint(unread: String) {
    let log = LogID(rawValue: "9f2c61aa")
    let extent = EventLog.Extent(oldest: 1, newest: 90)
    var end = SessionEnd(SubscriberSession(log: log, extent: extent, options: SocketOptions(), now: .zero))
    end.session.received(Array(unread.utf8), at: .zero)
    end.session.close(.shutdown, at: .zero)
    end.take()
    #expect(end.lines().dropFirst() == [#"{"op":"closed","reason":"shutdown"}"#])
  }
}
