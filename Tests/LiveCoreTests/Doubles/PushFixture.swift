@testable import LiveModel
@testable import LivePlatform

extension PushTiming {
  /// No second attempt, and no other interval that a test could reach.
  static let once = PushTiming().scaled(by: 1000).with { ($0.spread, $0.closing) = (.zero, .seconds(5)) }

  /// No wait between attempts, and no other interval that a test could reach. Where attempts never stop, the mailbox
  /// drops the first events when the test is slow.
  static let prompt = once.with {
    ($0.firstWait, $0.longestWait, $0.unavailable, $0.refused) = (.zero, .zero, .zero, .zero)
    $0.attempts = 1_000_000
  }

  /// Returns a copy with changes.
  func with(_ change: (inout PushTiming) -> Void) -> PushTiming {
    var timing = self
    change(&timing)
    return timing
  }
}

extension PushSockets {
  /// Subscribes as for a game of MLB.
  func subscribe(_ url: String, heartbeat: String? = nil) -> PushSubscription {
    subscribe(to: PushEndpoint(url: url, heartbeat: heartbeat, notYet: [4400], never: [4404]))
  }
}

extension PushSubscription {
  var isOpen: Bool {
    if case .open = standing.state { true } else { false }
  }

  /// Returns the reason of the next event; nil if that is no ending.
  func nextEnding() async -> PushEnding? {
    if case .closed(let ending, _) = await next() { ending } else { nil }
  }

  /// Returns the next event in short words; "end" after the last one.
  func nextWords() async -> String {
    switch await next() {
    case .opened: "opened"
    case .message(let bytes, _): "message \(String(decoding: bytes, as: UTF8.self))"
    case .closed(let ending, _): "closed \(ending.words)"
    case .gaveUp(let ending): "gave up \(ending.words)"
    case nil: "end"
    }
  }

  func nextWords(_ count: Int) async -> [String] {
    var words: [String] = []
    for _ in 0..<count { words.append(await nextWords()) }
    return words
  }
}

extension PushEnding {
  fileprivate var words: String {
    switch self {
    case .closed(let code, let reason): "\(code ?? 0)\(reason.isEmpty ? "" : " \(reason)")"
    case .refused(let status, _): "refused \(status)"
    case .failed(let fault): "failed \(fault.kind.rawValue)"
    case .violated(let code, _): "violated \(code)"
    case .silent: "silent"
    case .reopened: "reopened"
    }
  }
}
