import Foundation
import Testing
import WireSchema

/// `docs/livegamed.md`, held to what the program says about itself.
@Suite struct ProgramPageTests {
  /// Each command that does something, by its whole name, such as `route test`.
  private func commands() throws -> [String: Dump.Command] {
    let answer = try Program.run(["--experimental-dump-help"])
    let dump = try JSONDecoder().decode(Dump.self, from: Data(answer.output.utf8))
    return dump.command.leaves(after: "").filter { $0.key != "help" }
  }

  /// The subsections about the commands, by their headings.
  private func sections() throws -> [String: String] {
    let subsections = try chapter("Commands").components(separatedBy: "\n### ").dropFirst()
    return Dictionary(
      subsections.map { text in
        let heading = text.prefix { $0 != "\n" }
        return (String(heading), String(text.dropFirst(heading.count)))
      }
    ) { $0 + $1 }
  }

  /// The lines below a heading, up to the next one of its rank.
  private func chapter(_ heading: String) throws -> String {
    let page = try String(contentsOfFile: "\(WireFormat.root)/docs/livegamed.md", encoding: .utf8)
    let chapters = page.components(separatedBy: "\n## ")
    return String(try #require(chapters.first { $0.hasPrefix("\(heading)\n") }).dropFirst(heading.count))
  }

  /// The long options in the first cells of the tables.
  private func described(in text: String) -> Set<String> {
    let cells = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { $0.split(separator: "|").first }
    return cells.reduce(into: []) { $0.formUnion(options(in: $1)) }
  }

  private func options(in text: some StringProtocol) -> Set<String> {
    Set(String(text).matches(of: /--([a-z][a-z-]*)/).map { String($0.1) })
  }

  @Test func hasEveryCommand() throws {
    let commands = try commands()
    #expect(commands.count > 10 && commands["route test"]?.options.contains("from-log") ?? false)
    #expect(Set(try sections().keys) == Set(commands.keys))
  }

  /// Each command begins with the sentences of `--help` and a block of its usage.
  @Test func hasTheAbstractAndTheUsageOfEachCommand() throws {
    let sections = try sections()
    for (name, command) in try commands() {
      let text = sections[name] ?? ""
      let paragraph = text.components(separatedBy: "\n\n").dropFirst().first ?? ""
      let abstract = paragraph.replacing("\n", with: " ").replacing("`", with: "'")
      #expect(abstract == command.abstract, "\(name)")
      let usage = text.components(separatedBy: "```").dropFirst().first ?? ""
      #expect(usage.hasPrefix("\nlivegamed \(name) "), "\(name)")
      #expect(options(in: usage) == command.options, "\(name)")
    }
  }

  /// A terminal wraps the lines of a paragraph itself, so a break within a sentence would leave a short line.
  @Test func noHelpBreaksWithinASentence() throws {
    for (name, command) in try commands() {
      let lines = (command.discussion ?? "").components(separatedBy: "\n")
      for (line, next) in zip(lines, lines.dropFirst()) where !next.isEmpty && !next.hasPrefix(" ") {
        #expect(line.isEmpty || ".:".contains(line.last ?? "."), "\(name): \(line)")
      }
    }
  }

  @Test func describesEveryOption() throws {
    let common = described(in: try chapter("Common options"))
    #expect(common.isSuperset(of: ["help", "version"]))
    let (sections, commands) = (try sections(), try commands())
    #expect(common.subtracting(["help", "version"]).isSubset(of: commands.values.flatMap(\.options)))
    for (name, command) in commands {
      let own = described(in: sections[name] ?? "")
      #expect(own.isSubset(of: command.options), "\(name)")
      #expect(command.options.isSubset(of: own.union(common)), "\(name)")
    }
  }
}

/// The output of `--experimental-dump-help`, as far as it is needed.
private struct Dump: Decodable {
  var command: Command

  struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var subcommands: [Command]?
    var arguments: [Argument]?

    /// The commands without subcommands, by their whole names.
    func leaves(after path: String) -> [String: Command] {
      guard let subcommands else { return [path: self] }
      return subcommands.reduce(into: [:]) { found, command in
        let name = path.isEmpty ? command.commandName : "\(path) \(command.commandName)"
        found.merge(command.leaves(after: name)) { $1 }
      }
    }

    /// The long options without `--help` and `--version`.
    var options: Set<String> {
      let names = (arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name)
      return Set(names).subtracting(["help", "version"])
    }
  }

  struct Argument: Decodable { var names: [Name]? }

  struct Name: Decodable {
    var kind: String
    var name: String
  }
}
