internal import Glibc
internal import LiveModel

/// The loop of a connection's thread, and the mailbox through which other threads reach it.
final class MQTTLoop: Sendable {
  private struct Mailbox {
    var jobs: [MQTTJob] = []
    /// Whether a task was cancelled since the thread last read the mailbox.
    var hasCancelled = false
    var isClosing = false
  }

  let state = Reloadable(MQTTConnectionState())
  private let options: MQTTOptions
  private let received: @Sendable (MQTTMessage) -> Void
  private let mailbox = Locked(Mailbox())
  private let bell: Doorbell

  /// The shortest and the longest wait between two attempts to connect, apart from jitter.
  private static let pauses = Duration.milliseconds(500)...Duration.seconds(30)
  /// How long the library may go without being asked to check its timers.
  private static let tick: Int32 = 1000

  init(_ options: MQTTOptions, received: @escaping @Sendable (MQTTMessage) -> Void) throws(Fault) {
    (self.options, self.received) = (options, received)
    do throws(SystemError) {
      bell = try Doorbell()
    } catch {
      throw Fault(.thread, "no descriptor to wake the thread of MQTT: \(error)", hint: "raise 'ulimit -n'")
    }
  }

  /// Passes jobs to the thread, which takes them in this order.
  func start(_ jobs: [MQTTJob]) {
    let isClosing = mailbox.withLock { mailbox in
      if !mailbox.isClosing { mailbox.jobs += jobs }
      return mailbox.isClosing
    }
    if isClosing { for job in jobs { job.finish(.lost) } }
    bell.ring()
  }

  /// Makes the thread give up the connection if a job in flight was cancelled.
  func dropCancelled() {
    mailbox.withLock { $0.hasCancelled = true }
    bell.ring()
  }

  /// Makes `run` return.
  func close() {
    mailbox.withLock { $0.isClosing = true }
    bell.ring()
  }

  /// Runs until `close`. Call it once, on the thread of the connection.
  func run() {
    while !isClosing {
      do throws(MQTTTrouble) {
        let session = try MQTTSession(options, received: received)
        serve(session)
        session.end()
      } catch {
        fail(because: error)
        wait(for: Self.pauses.upperBound)
      }
    }
    state.replace(with: MQTTConnectionState(connection: state.current.connection))
    for job in mailbox.withLock({ $0.jobs }) { job.finish(.lost) }
  }

  /// Connects again and again with one session, which sends what is in flight again. Returns when the session must be
  /// given up.
  private func serve(_ session: MQTTSession) {
    var pause = Self.pauses.lowerBound
    while !isClosing {
      if let trouble = session.connect() {
        fail(because: trouble)
      } else {
        let end = exchange(session)
        if end.wasUp { pause = Self.pauses.lowerBound }
        guard let trouble = end.trouble else { return }
        fail(because: trouble)
      }
      wait(for: pause * Double.random(in: 0.75...1.25), session)
      if session.isSpoilt { return }
      pause = min(pause * 2, Self.pauses.upperBound)
    }
  }

  /// Moves messages until the connection ends. Returns why it ended; no trouble when it must be given up.
  private func exchange(_ session: MQTTSession) -> (wasUp: Bool, trouble: MQTTTrouble?) {
    var wasUp = false
    while true {
      if session.isUp, !wasUp {
        wasUp = true
        state.replace(with: MQTTConnectionState(connection: state.current.connection + 1, isUp: true))
      }
      for job in takeJobs(session) { session.start(job) }
      if isClosing || session.isSpoilt { return (wasUp, nil) }
      if let trouble = session.step(bell, atMost: Self.tick) { return (wasUp, trouble) }
    }
  }

  /// Waits before the next attempt. Jobs that come meanwhile are lost.
  private func wait(for span: Duration, _ session: MQTTSession? = nil) {
    let end = SuspendingClock.now + span
    while !isClosing, SuspendingClock.now < end {
      for job in takeJobs(session) { job.finish(.lost) }
      if session?.isSpoilt == true { return }
      bell.wait(atMost: SuspendingClock.now.duration(to: end))
    }
  }

  /// Takes the jobs out of the mailbox, and tells the session of cancelled ones.
  private func takeJobs(_ session: MQTTSession?) -> [MQTTJob] {
    let (jobs, hasCancelled) = mailbox.withLock { mailbox in
      let taken = (mailbox.jobs, mailbox.hasCancelled)
      (mailbox.jobs, mailbox.hasCancelled) = ([], false)
      return taken
    }
    if hasCancelled { session?.checkCancelled() }
    return jobs.filter { !$0.isOver }
  }

  private func fail(because trouble: MQTTTrouble) {
    state.replace(with: MQTTConnectionState(connection: state.current.connection, trouble: trouble))
  }

  private var isClosing: Bool { mailbox.withLock { $0.isClosing } }
}
