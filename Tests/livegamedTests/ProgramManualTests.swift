import Foundation
import Testing
import WireSchema

/// Compares `packaging/man/livegamed.1` with the options of the program.
@Suite struct ProgramManualTests {
  private static let common = "Options that several commands have"

  /// Returns the long options of each command, except `--help` and `--version`, as the program reports them.
  private func taken() throws -> [String: Set<String>] {
    let answer = try Program.run(["--experimental-dump-help"])
    let dump = try JSONDecoder().decode(Dump.self, from: Data(answer.output.utf8))
    return dump.command.options(after: "").filter { $0.key != "help" }
  }

  /// Returns the lines of a section of the page, or of the whole page.
  private func lines(of section: String? = nil) throws -> [Substring] {
    let page = try String(contentsOfFile: "\(WireFormat.root)/packaging/man/livegamed.1", encoding: .utf8)
    let lines = page.split(separator: "\n")
    guard let section else { return lines }
    return Array(lines.drop { $0 != ".Sh \(section)" }.dropFirst().prefix { !$0.hasPrefix(".Sh ") })
  }

  /// Returns the options in the lines after each line that begins with `mark`, by the text that follows it.
  private func options(in lines: [Substring], after mark: String, of kind: String) -> [String: Set<String>] {
    var (found, name): ([String: Set<String>], String?) = ([:], nil)
    for line in lines {
      if line.hasPrefix(mark) { name = String(line.dropFirst(mark.count)) }
      guard let name else { continue }
      let options = line.hasPrefix(kind) ? line.matches(of: /Fl -([a-z-]+)/).map { String($0.1) } : []
      found[name, default: []].formUnion(options)
    }
    return found
  }

  @Test func theSynopsisHasEveryCommandWithItsOptions() throws {
    let synopsis = try lines(of: "SYNOPSIS").split(separator: ".Nm").filter { $0.first?.hasPrefix(".Cm ") ?? false }
    let shown = options(in: Array(synopsis.joined()), after: ".Cm ", of: ".")
    let taken = try taken()
    #expect(taken.count > 10 && taken["route test"]?.contains("from-log") ?? false)
    #expect(Set(shown.keys) == Set(taken.keys))
    for (command, options) in taken { #expect(shown[command] == options, "\(command)") }
  }

  @Test func everyCommandAndOptionIsDescribed() throws {
    let described = options(in: try lines(of: "COMMANDS"), after: ".Ss ", of: ".It ")
    let taken = try taken()
    #expect(Set(described.keys) == Set(taken.keys).union([Self.common]))
    let common = described[Self.common] ?? []
    #expect(common.isSuperset(of: ["help", "version"]))
    #expect(common.subtracting(["help", "version"]).isSubset(of: taken.values.joined()))
    for (command, options) in taken {
      let own = described[command] ?? []
      #expect(own.isSubset(of: options), "\(command)")
      #expect(options.isSubset(of: own.union(common)), "\(command)")
    }
  }
}

/// The needed part of the output of `--experimental-dump-help`.
private struct Dump: Decodable {
  var command: Command

  struct Command: Decodable {
    var commandName: String
    var subcommands: [Command]?
    var arguments: [Argument]?

    func options(after path: String) -> [String: Set<String>] {
      if let subcommands {
        return subcommands.reduce(into: [:]) { found, command in
          let name = path.isEmpty ? command.commandName : "\(path) \(command.commandName)"
          found.merge(command.options(after: name)) { $1 }
        }
      }
      let names = (arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name)
      return [path: Set(names).subtracting(["help", "version"])]
    }
  }

  struct Argument: Decodable { var names: [Name]? }

  struct Name: Decodable {
    var kind: String
    var name: String
  }
}
