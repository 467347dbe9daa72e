extension HouseSample {
  private static let pure = "a pure folder has no clock, no chance, no waiting and no log"
  private static let safe = "nothing traps, escapes its task or guards itself with another lock than Locked"
  private static let forced = "nothing is forced open"
  private static let printed = "only the executable prints"
  private static let bounded = "every stream has a bound"
  private static let proved = "@unchecked Sendable is proved right above"
  private static let light = "nothing brings in the whole of Foundation"
  private static let plain = "a comment names its subject first"
  private static let quiet = "comments hold no headlines and no promises"
  private static let shell = "Sources/LiveCore/Log/Sample.swift"

  private static let ownerless = [
    "Task { }", "Task<Void, Never> { }", "let task = Task(priority: .low) { }", "Task.detached { }", "Task.init { }",
  ]

  private static let unsafe = [
    "try! open()", "value as! Int", "fatalError()", "preconditionFailure()", "nonisolated(unsafe) var x = 1",
    "let lock = Mutex(0)", "let lock = NSLock()",
  ]

  private static let impure = [
    "func ask() async {}", "Date()", "Date.now", "clock.now", "Int.random(in: 0..<2)", "plays.shuffled()",
    "var logger: Logger", "UUID()",
  ]

  private static let unproved = [
    "\n\n\nfinal class A: @unchecked Sendable {}", "\n\n/// Safe to share.\nfinal class A: @unchecked Sendable {}",
    "\n// Safe: never shared.\nstruct B {}\nfinal class A: @unchecked Sendable {}",
    "\n// Safe: never shared.\n\nfinal class A: @unchecked Sendable {}",
  ]

  private static let boundless = [
    "AsyncStream<Int> { $0.finish() }", "AsyncStream(Int.self) { _ in }", "AsyncStream<Int>.makeStream()",
    "AsyncStream.makeStream(of: Int.self, bufferingPolicy: .unbounded)", "AsyncThrowingStream<Int, any Error> { _ in }",
  ]

  private static let heavy = ["String(format: a, b)", "DateFormatter()", "URLSession.shared", "NSRegularExpression()"]

  static let brokenWords: [HouseSample] = [
    each(pure, impure, lines: [1]),
    each(safe, at: shell, ownerless + unsafe, lines: [1]),
    each(forced, ["x!.y", "f()!", "x[0]!", "var x: Int!", "(x)!"], lines: [1]),
    each(printed, at: shell, ["print(1)", "debugPrint(1)", "dump(1)"], lines: [1]),
    each(bounded, at: shell, boundless, lines: [1]),
    each(proved, at: shell, unproved, lines: [4]),
    each(light, at: "Sources/livegamed/Sample.swift", heavy, lines: [1]),
    each(quiet, ["// MARK: - Rooms", "/* TODO: later */", "/// FIXME"], lines: [1]),
    each(plain, ["/// Who waits.", "// Nobody waits.", "let a = 1  // What waits"], lines: [1]),
  ].flatMap { $0 }

  private static let owned = [
    "try await Task.sleep(for: .seconds(1))", "try !isOpen", "value as? Int", "func run(task: Task<Void, Never>) {}",
    "group.addTask { }", "func start() -> Task<Void, Never> { held }", #"let text = "try! Task { }""#,
  ]

  private static let bounds = [
    "AsyncStream<Int>(bufferingPolicy: .bufferingNewest(1)) { _ in }", "AsyncStream(unfolding: next)",
    "AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(8))",
    "func facts() -> AsyncStream<Int> { held }", "var held: AsyncStream<Int> { other }",
    "let end: AsyncStream<Int>.Continuation",
  ]

  private static let proofs = [
    "/// A lock.\n// Safe: held by one.\nfinal class A: @unchecked Sendable {}",
    "// Safe: held by one,\n// ever.\n@dynamicMemberLookup\nfinal class A<B>:\n  C, @unchecked Sendable\n{}",
  ]

  static let keptWords: [HouseSample] = [
    each(pure, ["// await the end", #"let text = "Date() async""#, "func f(now: Timestamp)", "let asyncing = 1"]),
    each(pure, at: shell, ["func ask() async { await clock.now }"]),
    each(safe, at: shell, owned),
    each(forced, ["a != b", "a!=b", "!isOpen", "if !(a), !b {}", "x?.y ?? z"]),
    each(printed, at: shell, ["page.print(1)", "func print(_ text: String) {}", "sprint(1)"]),
    each(printed, at: "Sources/livegamed/Sample.swift", ["print(1)"]),
    each(bounded, at: shell, bounds),
    each(proved, at: shell, proofs),
    each(light, ["String(describing: a)", "let format = url.session", "// never DateFormatter"]),
    each(quiet, ["// Marks the inning.", #"let text = "TODO""#]),
    each(plain, ["/// The sinks.\n/// What they get.", "// Whatsoever", #"let text = "// Who""#]),
  ].flatMap { $0 }
}
