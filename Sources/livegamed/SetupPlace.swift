import FoundationEssentials
import Glibc
import LiveCore
import LiveModel
import LivePlatform

/// The files that `livegamed setup` writes.
struct SetupPlace: Equatable {
  /// The main file of the configuration, to which `file` belongs. May be the same.
  var main: String
  var file: String
  /// The folder for secrets; nil if they stand in `file`.
  var credentials: String?

  /// The packaged service reads its configuration here.
  static let system = "/etc/livegamed"

  /// Returns the place of a new file for a sink.
  ///
  /// - Parameters:
  ///   - sink: The sink's name.
  ///   - output: The file that the user has named. Nil chooses one: beside the configuration of the service if there is
  ///     one and this is root, else in the current folder.
  ///   - isRoot: Whether this process runs as root.
  ///   - system: The folder of the service's configuration.
  ///   - current: The current folder.
  /// - Returns: A drop-in if there is a main file already, else the main file.
  static func of(
    _ sink: String, output: String?, isRoot: Bool, system: String = system,
    current: String = FileManager.default.currentDirectoryPath
  ) -> Self {
    func absolute(_ path: String) -> String {
      path.hasPrefix("/") ? path : current == "/" ? "/\(path)" : "\(current)/\(path)"
    }
    if let output {
      let file = absolute(output)
      let folder = Folder.parent(of: file) ?? "/"
      let isDropIn = folder.hasSuffix("/livegamed.d")
      let main = isDropIn ? "\(folder.dropLast("/livegamed.d".count))/livegamed.yaml" : file
      let isSystem = main == "\(system)/livegamed.yaml"
      return Self(
        main: isDropIn && ProcessEnvironment.exists(main) ? main : file, file: file,
        credentials: isSystem ? "\(system)/credentials" : nil)
    }
    if isRoot, ProcessEnvironment.exists("\(system)/livegamed.yaml") {
      return Self(
        main: "\(system)/livegamed.yaml", file: "\(system)/livegamed.d/\(sink).yaml",
        credentials: "\(system)/credentials")
    }
    let main = absolute("livegamed.yaml")
    guard ProcessEnvironment.exists(main) else { return Self(main: main, file: main) }
    return Self(main: main, file: absolute("livegamed.d/\(sink).yaml"))
  }

  /// Whether this is the configuration of the packaged service.
  var isService: Bool { credentials != nil }

  /// Where packages and administrators put units.
  static let unitFolders = [
    "/etc/systemd/system", "/usr/lib/systemd/system", "/usr/local/lib/systemd/system", "/lib/systemd/system",
  ]

  /// Whether a service is installed here, which does not read `file`.
  func isUnreadByService(system: String = system, units: [String] = unitFolders) -> Bool {
    let signs = [system] + units.map { "\($0)/livegamed.service" }
    return !isService && signs.contains(where: ProcessEnvironment.exists)
  }

  /// Returns the file that has the place of a secret of the sink already; nil if there is none.
  func leftover(of channel: SetupChannel, for sink: String) -> String? {
    guard let credentials else { return nil }
    let names = channel.setup.questions.filter(\.isSecret).map { $0.credential(of: sink) }
    return names.map { "\(credentials)/\($0)" }.first(where: ProcessEnvironment.exists)
  }
}

/// Writes files that hold secrets, as a whole or not at all.
enum SetupFiles {
  /// Writes the text of `place.file` and the credentials. A file that exists is replaced only with `isForced`. After a
  /// failure none of the files has been created.
  ///
  /// Throws `setup.exists` or `setup.not-written`.
  static func write(_ text: String, credentials: [String: String], to place: SetupPlace, isForced: Bool) throws(Fault) {
    var written: [String] = []
    do throws(Fault) {
      for (name, secret) in credentials.sorted(by: { $0.key < $1.key }) {
        guard let folder = place.credentials else { continue }
        try write(secret + "\n", to: "\(folder)/\(name)", mode: 0o600, isForced)
        written.append("\(folder)/\(name)")
      }
      // The service reads it as a user of its own, and finds no secret in it.
      try write(text, to: place.file, mode: place.credentials == nil ? 0o600 : 0o644, isForced)
    } catch {
      for path in written where !isForced { WholeFile.remove(path) }
      throw error
    }
  }

  /// Throws `setup.exists` if the path is taken.
  static func expectFree(_ path: String) throws(Fault) {
    if ProcessEnvironment.exists(path) { throw exists(path) }
  }

  /// Throws `setup.not-written` if this process may not create files where the place has its own.
  static func expectWritable(_ place: SetupPlace) throws(Fault) {
    for path in [place.file, place.credentials.map { "\($0)/x" }].compactMap(\.self) {
      var folder = Folder.parent(of: path) ?? "/"
      while !Folder.holds(folder), let parent = Folder.parent(of: folder) { folder = parent }
      guard access("\(folder)/.", W_OK) == 0 else { throw failure(place.file) }
    }
  }

  private static func write(_ text: String, to path: String, mode: UInt32, _ isForced: Bool) throws(Fault) {
    let part = WholeFile.unfinished(path)
    defer { WholeFile.remove(part) }
    do {
      try Folder.make(Folder.parent(of: path) ?? "/")
      try WholeFile.write(Array(text.utf8), to: part, mode: mode)
      if isForced { try WholeFile.replace(path, by: part) } else { try WholeFile.place(part, at: path) }
    } catch {
      throw error.number == EEXIST ? exists(path) : failure(path, error.number)
    }
  }

  static func exists(_ path: String) -> Fault {
    Fault(
      .setupExists, "this file exists already", at: .path(path),
      hint: "remove it, choose another with --output, another --name, or replace it with --force")
  }

  private static func failure(_ path: String, _ number: Int32 = errno) -> Fault {
    Fault(
      .setupNotWritten, "cannot be written: \(String(cString: strerror(number)).lowercased())", at: .path(path),
      hint: "choose another file with --output, or run it as root for the service's configuration")
  }
}

extension Fault.Code {
  static let setupExists = Fault.Code("setup.exists")
  static let setupNotWritten = Fault.Code("setup.not-written")
}
