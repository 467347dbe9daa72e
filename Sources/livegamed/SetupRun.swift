import ArgumentParser
import FoundationEssentials
import LiveCore
import LiveModel
import LivePlatform

/// One run of `livegamed setup`.
struct SetupRun {
  let command: SetupCommand
  private let environment = ProcessEnvironment.values

  init(command: SetupCommand) { self.command = command }

  func run() async throws {
    do {
      try await make()
    } catch let fault as Fault {
      Terminal.complain("\(fault)")
      throw status(of: fault)
    } catch let faults as ConfigFaults {
      for fault in faults.faults { Terminal.complain("\(fault)") }
      throw ExitStatus.config
    } catch is SetupIsCancelled {
      Terminal.complain("the input ended: nothing was written")
      throw ExitCode.failure
    }
  }

  private func make() async throws {
    if SetupPlace.of("sink", output: command.output, isRoot: Folder.isRoot).isUnreadByService() {
      try Terminal.say("The installed service will not read this configuration; \(Self.serviceAdvice).")
    }
    let choice = command.channel.choice
    let existing = try existingConfig(choice?.channel)
    let teams: [String]
    if command.team.isEmpty {
      teams = try await asked("--team").teams { teams throws(Fault) in _ = try existing.follow(teams) }
    } else {
      teams = try namedTeams()
      _ = try existing.follow(teams)
    }
    let channel: SetupChannel
    if let choice {
      channel = choice.channel
    } else {
      channel = try await asked("one of --discord, --ntfy and the others").channel()
    }
    let (place, name, context) = try surroundings(of: channel)
    let delay = command.delay ?? SetupDialog.usualDelay(isForPeople: channel.isForPeople)
    var answers = SetupAnswers(teams: teams, channel: channel, sink: name, delay: delay)
    try await addNamedValues(to: &answers, choice?.value)
    let check = SetupCheck(context: context, main: place.main, file: place.file, environment: environment)
    if !isComplete(answers) { try await dialog(check).values(of: &answers) }
    try await settleReceiver(of: &answers, in: try check.config(of: answers), over: context, dialog(check))
    if command.delay == nil, answers.isNewSink, Terminal.isInputTerminal {
      answers.delay = try await dialog(check).delay(isForPeople: channel.isForPeople)
    }
    while !command.noTest {
      let test = SetupTestMessage(
        config: try check.config(of: answers), environment: environment, sink: answers.sink, place: place)
      // The answers describe no sink that exists already.
      if try await test.isSettled(canCorrect: answers.isNewSink, dialog(check)) { break }
      try await dialog(check).correct(&answers)
      try await settleReceiver(of: &answers, in: try check.config(of: answers), over: context, dialog(check))
    }
    let text = SetupText(answers, in: context)
    try Task.checkCancellation()
    try SetupFiles.write(
      try text.yaml(hasCredentials: place.isService), credentials: place.isService ? text.credentials : [:], to: place,
      isForced: command.force)
    try sayNext(place, name, text)
  }

  private func namedTeams() throws(Fault) -> [String] { try SetupTeams.read(command.team.joined(separator: ",")) }

  /// Adds the values of options. Values of `-` are lines of standard input, those of `@FILE` lines of files.
  private func addNamedValues(to answers: inout SetupAnswers, _ first: String?) async throws {
    let questions = answers.channel.setup.questions
    var named = questions.first.flatMap { question in first.map { [(question.key, $0)] } } ?? []
    for item in command.set {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      named.append((parts[0], parts[1]))
    }
    for (key, value) in named {
      guard let question = questions.first(where: { $0.key == key }) else {
        let known = questions.map { "'\($0.key)'" }.joined(separator: ", ")
        throw ValidationError(
          "--set: \(answers.channel.type) has \(known), not '\(key.onOneLine)'; add other keys to the file afterwards")
      }
      answers.values[key] = try await SetupSource(value, isSecret: question.isSecret).read()
    }
    guard !Terminal.isInputTerminal || isComplete(answers) else { return }
    for question in questions where answers.values[question.key] == nil {
      guard question.fallback != .none else {
        throw ValidationError("\(answers.channel.type) needs '\(question.key)': add --set \(question.key)=VALUE")
      }
      guard let made = SetupValue.made(for: question.fallback) else { continue }
      answers.values[question.key] = made
      if question.isSecret { try Terminal.say("\(question.words): \(made)") }
    }
  }

  /// Whether options give everything that is required.
  private func isComplete(_ answers: SetupAnswers) -> Bool {
    command.channel.choice != nil
      && answers.channel.setup.questions.allSatisfy { $0.fallback != .none || answers.values[$0.key] != nil }
  }

  /// Returns the dialog, or throws that an option is missing because there is nobody to ask.
  private func asked(_ option: String) throws -> SetupDialog {
    guard Terminal.isInputTerminal else {
      throw ValidationError("there is no terminal to ask on: give \(option)")
    }
    return SetupDialog(terminal: StandardTerminal()) { _ in [] }
  }

  private func dialog(_ check: SetupCheck) -> SetupDialog {
    SetupDialog(terminal: StandardTerminal(), faults: { check.faults(of: $0) })
  }

  /// Returns the configuration that exists, after refusing what no answer can mend: a file that exists, or cannot be
  /// written, a name that is taken, and a configuration with errors.
  private func existingConfig(_ channel: SetupChannel?) throws -> SetupContext {
    if let output = command.output, !command.force { try SetupFiles.expectFree(output) }
    let (place, _, context) = try surroundings(of: channel, withSecrets: false)
    try SetupFiles.expectWritable(place)
    return context
  }

  /// Returns a place and a name that are free, and the configuration that exists there without the file that is replaced.
  /// Without `withSecrets`, secrets that an earlier sink left are not looked for.
  private func surroundings(
    of channel: SetupChannel?, withSecrets: Bool = true
  ) throws -> (SetupPlace, String, SetupContext) {
    let base = command.name ?? channel?.setup.sinkName ?? "sink"
    for number in 1...99 {
      let name = number == 1 ? base : "\(base)-\(number)"
      let place = SetupPlace.of(name, output: command.output, isRoot: Folder.isRoot)
      let isOwn = place.main == place.file
      let config =
        isOwn
        ? Config.default
        : try ConfigFiles.read(
          path: place.main, with: command.force ? (place.file, "") : nil, environment: environment)
      let context = SetupContext(config)
      let isTaken = context.has(name) || (command.output == nil && ProcessEnvironment.exists(place.file))
      let leftover = isTaken || !withSecrets ? nil : channel.flatMap { place.leftover(of: $0, for: name) }
      if command.force || (!isTaken && leftover == nil) { return (place, name, context) }
      if let leftover {
        if command.name != nil { throw SetupFiles.exists(leftover) }
        try Terminal.say("\(leftover) exists already, and --force replaces it; this sink gets another name")
      } else if command.name != nil {
        throw Fault(.setupExists, "there is a sink '\(name)' already", hint: "choose another --name, or use --force")
      }
    }
    throw Fault(.setupExists, "there are many sinks of this kind already", hint: "choose a name with --name")
  }

  /// Adds the teams to the sink that sends to the same receiver already, if there is one. On a terminal, asks first, and
  /// whether to write a second sink. Throws `setup.exists` if nothing is to be written.
  private func settleReceiver(
    of answers: inout SetupAnswers, in config: Config, over existing: SetupContext, _ dialog: SetupDialog
  ) async throws {
    guard let twin = SetupCheck.twin(of: answers.sink, in: config) else { return }
    let teams = answers.teams.isEmpty ? "every team" : answers.teams.joined(separator: ", ")
    let isComplete = existing.sends(answers.teams, of: answers.channel, to: twin.name)
    let fault = Fault(
      .setupExists,
      "the sink '\(twin.name)' sends there already\(isComplete ? ", with \(teams)" : "")"
        + ", and with a second sink each message would come twice", at: twin.place,
      hint: isComplete
        ? "to send something else there, change the routes of '\(twin.name)'"
        : "to send \(teams) there through '\(twin.name)', leave out --name")
    if Terminal.isInputTerminal { try Terminal.say("\(fault.place.map { "\($0): " } ?? "")\(fault.message)") }
    if !isComplete, command.name == nil {
      var isAdded = true
      if Terminal.isInputTerminal {
        isAdded = try await dialog.confirms("Send \(teams) there through '\(twin.name)'?", standard: true)
      } else {
        try Terminal.say("the sink '\(twin.name)' sends there already: it gets \(teams), too, with its own delay")
      }
      if isAdded {
        (answers.sink, answers.isNewSink) = (twin.name, false)
        return
      }
    }
    guard Terminal.isInputTerminal else { throw fault }
    if try await !dialog.confirms("Add a second sink all the same?", standard: false) { throw fault }
  }

  private func sayNext(_ place: SetupPlace, _ name: String, _ text: SetupText) throws {
    try Terminal.say("")
    try Terminal.say("Wrote \(place.file)")
    if place.isUnreadByService() {
      try Terminal.say("The installed service does not read this file; \(Self.serviceAdvice).")
    }
    if let folder = place.credentials {
      for credential in text.credentials.keys.sorted() { try Terminal.say("Wrote \(folder)/\(credential)") }
    }
    try Terminal.say("Next:")
    let program = ProcessEnvironment.program
    let start = place.isService ? "systemctl restart livegamed" : "\(program) run --config \(place.main)"
    try Terminal.say(command: "  \(program) demo --config \(place.main)")
    try Terminal.say("      plays a simulated game through your sinks")
    try Terminal.say(command: "  \(start)")
    try Terminal.say("      follows real games")
  }

  private static var serviceAdvice: String {
    "\(Folder.isRoot ? "leave out --output" : "run 'sudo livegamed setup'") to write the service's configuration"
  }

  private func status(of fault: Fault) -> ExitCode {
    switch fault.code {
    case .setupTest: ExitStatus.unavailable
    case .setupTeam: ExitStatus.usage
    case .setupNoFile: ExitStatus.noInput
    case .setupExists, .setupNotWritten: ExitStatus.cannotCreate
    case let code where code.rawValue.hasPrefix("setup."): ExitStatus.config
    default: ExitStatus.of(fault)
    }
  }
}

/// The value of an option for a secret.
struct SetupSource {
  private let (text, isSecret): (String, Bool)

  init(_ text: String, isSecret: Bool) { (self.text, self.isSecret) = (text, isSecret) }

  /// Returns the text itself, or the first line of the file or of standard input that it names.
  func read() async throws -> String {
    guard isSecret else { return text }
    let line: String?
    switch text {
    case "-": line = try await Terminal.readLine()
    case _ where text.hasPrefix("@"):
      line = try Self.content(of: String(text.dropFirst())).split(whereSeparator: \.isNewline).first.map(String.init)
    default: line = text
    }
    let value = (line ?? "").trimmingSpaces()
    guard !value.isEmpty else { throw Fault(.setupNoFile, "the secret is empty", hint: "check the file or the input") }
    return value
  }

  /// A token or a URL is much shorter.
  private static let limit = 65_536

  private static func content(of path: String) throws(Fault) -> String {
    do {
      return try SmallFile.text(at: path, limit: limit)
    } catch {
      throw Fault(.setupNoFile, error.message, at: .path(path), hint: error.hint ?? "check the file name after '@'")
    }
  }
}

/// Standard input and output.
private struct StandardTerminal: SetupTerminal {
  func say(_ line: String) async throws { try await Terminal.put(Array(line.onOneLine.utf8)) }

  func ask(_ prompt: String, isHidden: Bool) async throws -> String? {
    try await Terminal.ask(prompt, isHidden: isHidden)?.trimmingSpaces()
  }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension Fault.Code {
  static let setupTest = Fault.Code("setup.test")
  static let setupNoFile = Fault.Code("setup.no-file")
}
