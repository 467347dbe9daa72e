import FoundationEssentials
import LiveCore
import LiveModel
import LivePlatform

/// The access of the installed service to the files of its configuration. It runs as a user of its own, for whom the
/// permissions of "others" count, while root may read everything.
enum ServiceAccess {
  /// Returns a fault for each file, and for each of their folders, that the service may not read; none for files outside
  /// the folder of the service's configuration.
  static func faults(in files: [String], system: String = SetupPlace.system) -> [Fault] {
    let own = files.filter { $0.hasPrefix("\(system)/") }
    let folders = Set(own.compactMap(Folder.parent)).sorted()
    let closed = folders.filter { lacks(0o005, $0) }.map { fault("this folder", $0, mode: "755") }
    return closed + own.filter { lacks(0o004, $0) }.map { fault("this file", $0, mode: "644") }
  }

  private static func fault(_ kind: String, _ path: String, mode: String) -> Fault {
    Fault(
      .configUnreadable, "the service may not read \(kind)", at: .path(path), hint: "run 'sudo chmod \(mode) \(path)'")
  }

  /// Returns whether the permissions lack some of these bits; false if they are unknown.
  private static func lacks(_ bits: Int, _ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? Int).map { $0 & bits != bits } ?? false
  }
}
