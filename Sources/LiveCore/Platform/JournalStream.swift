internal import Glibc

/// An open file by what tells it from every other, as `$JOURNAL_STREAM` names the one to the journal (systemd.exec(5)).
struct JournalStream: Equatable, Sendable {
  private let device: UInt
  private let inode: UInt

  /// Of `$JOURNAL_STREAM`, which says `8:174311`; nil when it does not.
  init?(variable: String?) {
    let numbers = (variable ?? "").split(separator: ":", omittingEmptySubsequences: false).map { UInt($0) }
    guard numbers.count == 2, let device = numbers[0], let inode = numbers[1] else { return nil }
    (self.device, self.inode) = (device, inode)
  }

  /// Of what is open under this number; nil when nothing is.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
  }

  /// The open file is that of the variable, which a child may have inherited without it.
  static func isOpen(_ descriptor: Int32, by variable: String?) -> Bool {
    guard let stream = JournalStream(variable: variable) else { return false }
    return stream == JournalStream(descriptor: descriptor)
  }
}
