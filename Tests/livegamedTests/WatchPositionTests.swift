import Testing

@testable import LiveCore
@testable import LiveSimulator

/// A watcher, and daemons that read its request late or never.
@Suite struct WatchPositionTests {
  /// A watcher that reads lines without a socket, and repeats its request if it must.
  private struct Watcher {
    var position: WatchPosition
    var received: [Int] = []
    /// Requests that the daemon has not read.
    var requests: [(after: Subscription.Start, id: Int)] = []

    mutating func connect() {
      position.begin()
      requests = [(position.after, position.request)]
    }

    mutating func hear(_ text: String) throws {
      let line = try WatchLine(bytes: Array(text.utf8))
      switch position.take(line) {
      case .believed: if line.op == nil, let sequence = line.sequence { received.append(sequence) }
      case .passed: break
      case .incomplete: requests.append((position.after, position.request))
      }
    }
  }

  /// The events of a restored log name the log that was backed up. Their position is one in the restored log.
  @Test func aRestoredLogIsReadOnce() throws {
    var watcher = Watcher(position: WatchPosition(after: .oldest))
    for (log, gap) in [("aaaa", false), ("bbbb", true)] {
      watcher.connect()
      try watcher.hear(#"{"op":"hello","protocol":1,"log":"\#(log)","oldest":1,"newest":2}"#)
      if gap { try watcher.hear(#"{"op":"gap","reason":"other_log","after":0,"id":1}"#) }
      for number in 1...2 { try watcher.hear(ScriptedDaemon.Step.line(number)) }
      try watcher.hear(#"{"op":"synced","sequence":2,"id":1}"#)
      #expect(watcher.position.after == .sequence(2) && watcher.position.log == log)
    }
    #expect(watcher.received == [1, 2, 1, 2])
  }

  /// No number from the other side may cause an overflow.
  @Test(arguments: [Int.min, Int.min + 1, -1, 0, 1 << 53, Int.max - 1, Int.max])
  func extremeNumbersDoNotTrap(number: Int) throws {
    for start in Self.starts + [.sequence(Int.max), .sequence(1 << 53)] {
      var watcher = Watcher(position: WatchPosition(after: start))
      watcher.connect()
      for line in [
        #"{"op":"hello","protocol":1,"log":"aaaa","oldest":\#(number),"newest":\#(number)}"#,
        #"{"op":"heartbeat","sequence":\#(number)}"#, #"{"op":"gap","reason":"pruned","after":\#(number)}"#,
        ScriptedDaemon.Step.line(7), #"{"op":"synced","sequence":\#(number),"id":\#(number)}"#,
        ScriptedDaemon.Step.line(8), #"{"op":"tick","sequence":\#(number)}"#,
        #"{"op":"closed","reason":"shutdown","resume_after":\#(number)}"#,
      ] {
        try watcher.hear(line)
      }
    }
  }

  private static let starts: [Subscription.Start] = [.oldest, .sequence(4), .sequence(7), .sequence(9), .now]

  @Test(arguments: 0..<400)
  func nothingIsLostOrRepeatedWhateverTheImplicitSubscriptionSends(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let isWhole = seed % 2 == 0
    func passes(_ sequence: Int) -> Bool { isWhole || sequence % 3 == 0 }
    let start = Self.starts[seed / 2 % Self.starts.count]
    var watcher = Watcher(position: WatchPosition(after: start, isWhole: isWhole))
    var newest = 9
    for connection in 0..<4 {
      var daemon = ModelDaemon(newest: newest)
      watcher.connect()
      try watcher.hear(daemon.hello)
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: daemon.log()
        case 1: daemon.subscribeUnasked()
        case 2 where !watcher.requests.isEmpty:
          let request = watcher.requests.removeFirst()
          daemon.subscribe(after: request.after, id: request.id, passes: passes)
        case 3: if let line = daemon.heartbeat { try watcher.hear(line) }
        default: if let line = daemon.next() { try watcher.hear(line) }
        }
      }
      if connection == 3 { try settle(&daemon, &watcher, passes) }
      if Bool.random(using: &random), let line = daemon.closed { try watcher.hear(line) }
      newest = daemon.newest
    }
    let first = start == .oldest ? 1 : start == .sequence(4) ? 5 : start == .sequence(7) ? 8 : 10
    #expect(watcher.received == (first..<newest + 1).filter(passes))
  }

  /// Answers every request.
  private func settle(_ daemon: inout ModelDaemon, _ watcher: inout Watcher, _ passes: @escaping (Int) -> Bool) throws {
    repeat {
      if !watcher.requests.isEmpty {
        let request = watcher.requests.removeFirst()
        daemon.subscribe(after: request.after, id: request.id, passes: passes)
      }
      while let line = daemon.next() { try watcher.hear(line) }
    } while !watcher.requests.isEmpty
  }
}
