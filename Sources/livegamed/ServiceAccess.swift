import FoundationEssentials
import Glibc
import LiveCore
import LiveModel
import LivePlatform

/// The access of the installed service to the files of its configuration. It runs as a user of its own, for whom the
/// permissions of "others" count, while root may read everything.
enum ServiceAccess {
  /// Returns a fault for each file, and for each of their folders, that the service may not read; none for files outside
  /// the folder of the service's configuration.
  static func faults(
    in files: [String], system: String = SetupPlace.system,
    current: String = FileManager.default.currentDirectoryPath
  ) -> [Fault] {
    let own = files.map { $0.hasPrefix("/") ? $0 : "\(current)/\($0)" }.filter { $0.hasPrefix("\(system)/") }
    let folders = Set(own.compactMap { Folder.parent(of: $0) }).sorted()
    return folders.filter { lacks(0o005, $0) }.map { fault("this folder", $0, hint: "run 'sudo chmod 755 \($0)'") }
      + own.filter { lacks(0o004, $0) }.map { path in
        fault(
          "this file", path,
          hint: "if it has secrets, move them to \(system)/credentials; then run 'sudo chmod 644 \(path)'")
      }
  }

  private static func fault(_ kind: String, _ path: String, hint: String) -> Fault {
    Fault(.configUnreadable, "the service may not read \(kind)", at: .path(path), hint: hint)
  }

  /// Returns whether the permissions lack some of these bits; false if they are unknown. Follows links.
  private static func lacks(_ bits: mode_t, _ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & bits != bits
  }
}
