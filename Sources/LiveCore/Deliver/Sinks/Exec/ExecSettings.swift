internal import LiveModel
internal import LivePlatform

/// The settings of a program on this machine.
struct ExecSettings: BuildableSinkKind {
  static let name = "exec"
  static let audience = SinkAudience.program
  static let hasURL = false
  static let requiredKeys = [RequiredSinkKey("command", example: "[/usr/local/bin/on-event]")]
  static let keys: [any SinkKeyReading] = [commandKey]

  static let setup = SinkSetup(
    title: "Program on this machine", sinkName: "my-program",
    questions: [
      SinkQuestion(
        "command", "Command",
        help: """
          The absolute path of the program and its arguments, separated by spaces. It gets each event as one line of JSON \
          on its standard input.
          """)
    ])

  private static let commandKey = SinkKey<[String]>("command") { $0.command($1) }

  /// The absolute path of the program, followed by its arguments. No shell is involved.
  var command: [String]

  static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? {
    draft[commandKey].map(Self.init)
  }

  var receiver: SinkReceiver { SinkReceiver(more: command) }

  func testNote(after end: TestMessageEnd) -> String? { Self.testNote(after: end, isRoot: Folder.isRoot) }

  /// Returns the note on a program that ran as root, whether it succeeded or not; nil for one that did not run.
  static func testNote(after end: TestMessageEnd, isRoot: Bool) -> String? {
    guard isRoot, end != .notSent else { return nil }
    return "it ran as root, so files that it wrote belong to root; the service runs it as a user of its own, in its "
      + "sandbox with a /tmp of its own, and cannot change such files: remove them"
  }

  func sink(with parts: SinkParts) throws(Fault) -> any Sink {
    try ExecSink(
      name: parts.name, command: command, environment: parts.environment, timeout: parts.timeout,
      leagues: parts.wording.leagues)
  }
}

extension ConfigReader {
  /// Reads a program and its arguments. Each argument is one element because no shell splits the text.
  fileprivate mutating func command(_ node: ConfigNode) -> [String]? {
    guard let nodes = elements(of: node, takes: "a list of the program and its arguments") else { return nil }
    let words = nodes.compactMap { argument($0) }
    guard words.count == nodes.count else { return nil }
    guard (1...64).contains(words.count) else {
      refuse(
        .configBadValue, "'command' takes 1 to 64 texts, and not \(words.count)", at: node.place,
        hint: "name the program and its arguments, as in '[/usr/local/bin/on-event]'")
      return nil
    }
    guard isShort(words[0], nodes[0], upTo: ConfigLimits.path) else { return nil }
    guard words[0].hasPrefix("/") else {
      refuse(
        .configBadValue, "'command' takes the absolute path of a program", at: nodes[0].place,
        hint: "begin it with '/', or name a shell as in '[/bin/sh, -c, …]'")
      return nil
    }
    return words
  }

  private mutating func argument(_ node: ConfigNode) -> String? {
    guard node.kind == .text, let text = node.text else {
      let isScalar = node.text != nil
      return refuse(node, takes: "texts", hint: isScalar ? "put it in quotes" : "put each argument on its own")
    }
    guard !text.utf8.contains(0) else {
      refuse(.configBadValue, "an argument of 'command' holds a NUL", at: node.place, hint: "remove it")
      return nil
    }
    return isShort(text, node, upTo: ConfigLimits.argument) ? text : nil
  }
}
