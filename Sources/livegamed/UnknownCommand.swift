import ArgumentParser
import LiveCore

/// A word of the command line at the place of a command that does not exist, such as `livegamed stauts`.
struct UnknownCommand: Equatable {
  /// The word as it was written.
  let word: String
  /// The command before it: `livegamed` or `livegamed sink`.
  let parent: String
  /// The command that was probably meant, without the parent; nil if no name is near.
  let meant: String?
  /// Whether the word is an order to the service.
  private let isOrder: Bool
  /// Whether the parent can show one thing by its name.
  private let hasShow: Bool

  /// Orders that people give to services, and that systemd carries out.
  private static let orders: Set = ["start", "stop", "restart"]

  /// Finds the first such word; nil if all commands exist, or if the word can be an argument of a default command.
  init?(in arguments: some Sequence<String>, of root: any ParsableCommand.Type) {
    var (command, path) = (root, [Self.name(of: root)])
    for word in arguments {
      let children = command.configuration.subcommands
      guard !children.isEmpty, !word.hasPrefix("-") else { return nil }
      if command == root, word == "help" { continue }
      if let child = children.first(where: { Self.name(of: $0) == word }) {
        (command, path) = (child, path + [word])
        continue
      }
      let names = children.map(Self.name)
      let meant = Suggestion.nearest(to: word, among: names) ?? Self.nested(word, below: children)
      guard meant != nil || command.configuration.defaultSubcommand == nil else { return nil }
      self.init(
        word: word, parent: path.joined(separator: " "), meant: meant,
        isOrder: command == root && Self.orders.contains(word), hasShow: names.contains("show"))
      return
    }
    return nil
  }

  private init(word: String, parent: String, meant: String?, isOrder: Bool, hasShow: Bool) {
    (self.word, self.parent, self.meant, self.isOrder, self.hasShow) = (word, parent, meant, isOrder, hasShow)
  }

  /// Returns the path of the only command of this name one level deeper: `sink pause` for `pause`.
  private static func nested(_ word: String, below commands: [any ParsableCommand.Type]) -> String? {
    let paths = commands.flatMap { command in
      command.configuration.subcommands.filter { name(of: $0) == word }.map { "\(name(of: command)) \(name(of: $0))" }
    }
    return paths.count == 1 ? paths.first : nil
  }

  private static func name(of command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

  /// The error in words.
  var message: String {
    let hint =
      isOrder
      ? "for the service: 'sudo systemctl \(word) livegamed'"
      : meant.map { "did you mean '\(parent) \($0)'?" } ?? "'\(parent) --help' lists them"
        + (hasShow ? ", and '\(parent) show NAME' shows one" : "")
    return "'\(word.onOneLine)' is no command of '\(parent)'; \(hint)"
  }

  func complain() {
    Terminal.complain("Error: \(message)")
    if meant != nil { Terminal.complain("  See '\(parent) --help' for all commands.") }
  }
}
