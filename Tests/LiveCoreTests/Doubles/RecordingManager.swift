@testable import LiveCore
@testable import LivePlatform

/// A service manager that records its messages.
final class RecordingManager: ServiceManager {
  let watchdogInterval: Duration?
  private let kept = Locked<[String]>([])
  private let count = LogTail(newest: 0)

  init(watchdog: Duration? = nil) { watchdogInterval = watchdog }

  /// `ready TEXT`, `status TEXT`, `reloading`, `stopping`, `beat`, `extend SECONDS`.
  var messages: [String] { kept.withLock { $0 } }

  /// Returns when so many messages have been sent.
  func whenSent(_ words: Int) async { _ = await count.past(words - 1) }

  func ready(status: String) { keep("ready \(status)") }
  func status(_ text: String) { keep("status \(text)") }
  func reloading() { keep("reloading") }
  func stopping() { keep("stopping") }
  func beat() { keep("beat") }
  func extendTimeout(by span: Duration) { keep("extend \(span.components.seconds)") }

  private func keep(_ word: String) {
    kept.withLock { $0.append(word) }
    count.advance()
  }
}
