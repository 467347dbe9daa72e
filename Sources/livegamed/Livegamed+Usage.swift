import ArgumentParser

extension Livegamed {
  /// Parses the arguments and runs the command. A wrong argument that only `run` notices is reported with the usage of the
  /// command, as one that the parser notices.
  static func runCommand() async {
    do {
      var command = try await parse()
      do {
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
      } catch let error as ValidationError {
        report(error, of: type(of: command))
        throw ExitStatus.usage
      }
    } catch {
      exit(withError: error)
    }
  }

  /// Parses the arguments. Names the nearest command for one that does not exist, which the parser does not do.
  private static func parse() async throws -> any ParsableCommand {
    if let command = RunCommand(plain: CommandLine.arguments.dropFirst()) { return command }
    do {
      return try await asyncParseAsRoot()
    } catch {
      guard exitCode(for: error).rawValue == ExitStatus.usage.rawValue,
        let unknown = UnknownCommand(in: CommandLine.arguments.dropFirst(), of: Livegamed.self)
      else { throw error }
      unknown.complain()
      throw ExitStatus.usage
    }
  }

  private static func report(_ error: ValidationError, of command: any ParsableCommand.Type) {
    let name = name(of: command, below: Livegamed.self) ?? "livegamed"
    Terminal.complain("Error: \(error.message)")
    let usage = usageString(for: command).split(separator: "\n").map(String.init)
    for (index, line) in usage.enumerated() { Terminal.complain("\(index == 0 ? "Usage: " : "       ")\(line)") }
    Terminal.complain("  See '\(name) --help' for more information.")
  }

  /// Returns the whole name of a command, such as `livegamed route test`; nil if it is not `parent` or one below it.
  private static func name(of command: any ParsableCommand.Type, below parent: any ParsableCommand.Type) -> String? {
    let own = parent.configuration.commandName ?? ""
    if command == parent { return own }
    let names = parent.configuration.subcommands.lazy.compactMap { name(of: command, below: $0) }
    return names.first.map { "\(own) \($0)" }
  }
}
