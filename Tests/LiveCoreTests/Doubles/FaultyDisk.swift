import GRDBSQLite
import Glibc

@testable import LiveCore
@testable import LivePlatform

/// A disk that fails on demand, for all files of one folder: a VFS on top of the system's, which counts the
/// operations of SQLite and makes the n-th fail.
/// It is registered once as SQLite's default, and passes operations on every other file through.
final class FaultyDisk: Sendable {
  enum Failure: String, CaseIterable, Sendable {
    /// `SQLITE_IOERR_…` from any operation.
    case ioError = "IOERR"
    /// `SQLITE_FULL` from operations that need space.
    case full = "FULL"
    /// A damaged page is read from the database file: a wrong page type, or a wrong link to the next page. Pages of
    /// the `-wal` are not damaged, because a checkpoint copies them into the file unread.
    case corrupt = "CORRUPT"
    /// `SQLITE_IOERR_NOMEM` from any operation.
    case noMemory = "NOMEM"
    /// `SQLITE_BUSY` from a lock.
    case busy = "BUSY"
  }

  struct Plan: Sendable {
    var failure: Failure
    /// The number of the operation that fails, counted from 1 among those that can fail this way.
    var number: Int
    /// Whether all later operations fail too, until the disk is repaired.
    var lasts: Bool
  }

  fileprivate enum Operation: Sendable { case read, readJournal, write, truncate, sync, open, lock, sharedMemory }

  private struct State {
    var plan: Plan?
    var counts: [Failure: Int] = [:]
    var failed = 0
  }

  private let state = Locked(State())
  private let folder: String

  /// Makes operations fail on files of a folder, given by its full path.
  init(folder: String) throws {
    self.folder = folder
    guard Self.isRegistered else { throw NoDisk() }
    Self.disks.withLock { $0[folder] = self }
  }

  struct NoDisk: Error {}

  func arm(_ plan: Plan?) { state.withLock { $0 = State(plan: plan) } }
  func heal() { state.withLock { $0.plan = nil } }

  /// Unregisters the folder; open files no longer fail.
  func remove() {
    heal()
    Self.disks.withLock { $0[folder] = nil }
  }

  /// Returns the number of operations so far that can fail this way.
  func count(of failure: Failure) -> Int { state.withLock { $0.counts[failure] ?? 0 } }
  var failed: Int { state.withLock { $0.failed } }

  /// Returns the failure of this operation; nil if it succeeds.
  fileprivate func verdict(on operation: Operation) -> Failure? {
    state.withLock { state in
      for failure in Failure.allCases where failure.concerns(operation) { state.counts[failure, default: 0] += 1 }
      guard let plan = state.plan, plan.failure.concerns(operation), let count = state.counts[plan.failure],
        count == plan.number || (plan.lasts && count > plan.number)
      else { return nil }
      state.failed += 1
      return plan.failure
    }
  }

  private static let disks = Locked<[String: FaultyDisk]>([:])
  /// An open file, and the system's methods for it by their address: journal files have other methods.
  private struct OpenFile: Sendable {
    var disk: FaultyDisk
    var system: UInt
    var isDatabase: Bool
  }

  private static let files = Locked<[UInt: OpenFile]>([:])

  fileprivate static func disk(at path: UnsafePointer<CChar>?) -> FaultyDisk? {
    guard let path = path.map({ String(cString: $0) }) else { return nil }
    return disks.withLock { disks in disks.first { path.hasPrefix($0.key + "/") }?.value }
  }

  fileprivate static func disk(of file: UnsafeMutablePointer<sqlite3_file>?) -> FaultyDisk? {
    files.withLock { $0[UInt(bitPattern: file)]?.disk }
  }

  fileprivate static func system(of file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods {
    let address = files.withLock { $0[UInt(bitPattern: file)]?.system }
    return address.flatMap { UnsafePointer<sqlite3_io_methods>(bitPattern: $0)?.pointee } ?? sqlite3_io_methods()
  }

  fileprivate static func opened(
    _ file: UnsafeMutablePointer<sqlite3_file>?, on disk: FaultyDisk, _ system: UnsafePointer<sqlite3_io_methods>,
    isDatabase: Bool
  ) {
    let opened = OpenFile(disk: disk, system: UInt(bitPattern: system), isDatabase: isDatabase)
    files.withLock { $0[UInt(bitPattern: file)] = opened }
  }

  fileprivate static func isDatabase(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Bool {
    files.withLock { $0[UInt(bitPattern: file)]?.isDatabase ?? false }
  }

  fileprivate static func closed(_ file: UnsafeMutablePointer<sqlite3_file>?) {
    files.withLock { $0[UInt(bitPattern: file)] = nil }
  }

  private static let isRegistered = {
    guard let system = sqlite3_vfs_find(nil) else { return false }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: system.pointee)
    vfs.pointee.pNext = nil
    vfs.pointee.zName = UnsafePointer(strdup("livegamed-faulty"))
    vfs.pointee.xOpen = openFile
    SystemDisk.open.withLock { $0 = system.pointee.xOpen }
    return sqlite3_vfs_register(vfs, 1) == SQLITE_OK
  }()
}

extension FaultyDisk.Failure {
  fileprivate func concerns(_ operation: FaultyDisk.Operation) -> Bool {
    switch self {
    case .ioError, .noMemory: true
    case .full: [.write, .truncate, .sharedMemory].contains(operation)
    case .corrupt: operation == .read
    case .busy: operation == .lock
    }
  }

  /// Returns the error code for SQLite.
  fileprivate func code(of operation: FaultyDisk.Operation) -> CInt {
    switch self {
    case .full: return SQLITE_FULL
    case .busy: return SQLITE_BUSY
    case .noMemory: return operation == .open ? SQLITE_CANTOPEN : SQLITE_IOERR | (12 << 8)
    case .corrupt: return SQLITE_CORRUPT
    case .ioError: break
    }
    switch operation {
    case .read, .readJournal: return SQLITE_IOERR | (1 << 8)
    case .write: return SQLITE_IOERR | (3 << 8)
    case .sync: return SQLITE_IOERR | (4 << 8)
    case .truncate: return SQLITE_IOERR | (6 << 8)
    case .lock: return SQLITE_IOERR | (15 << 8)
    case .sharedMemory: return SQLITE_IOERR | (21 << 8)
    case .open: return SQLITE_CANTOPEN
    }
  }
}

/// Calls into the system's own VFS.
private enum SystemDisk {
  typealias Open =
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?, CInt,
      UnsafeMutablePointer<CInt>?
    ) -> CInt

  static let open = Locked<Open?>(nil)
  /// Replaced method tables, by the address of the system's table.
  static let replaced = Locked<[UInt: UInt]>([:])
}

private typealias File = UnsafeMutablePointer<sqlite3_file>

private func openFile(
  _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?, _ file: File?, _ flags: CInt,
  _ outFlags: UnsafeMutablePointer<CInt>?
) -> CInt {
  guard let open = SystemDisk.open.withLock({ $0 }) else { return SQLITE_CANTOPEN }
  guard let file, let disk = FaultyDisk.disk(at: path) else { return open(vfs, path, file, flags, outFlags) }
  file.pointee.pMethods = nil
  if let failure = disk.verdict(on: .open) { return failure.code(of: .open) }
  let result = open(vfs, path, file, flags, outFlags)
  guard result == SQLITE_OK, let system = file.pointee.pMethods else { return result }
  FaultyDisk.opened(file, on: disk, system, isDatabase: flags & SQLITE_OPEN_MAIN_DB != 0)
  file.pointee.pMethods = replacement(for: system)
  return result
}

private func replacement(for system: UnsafePointer<sqlite3_io_methods>) -> UnsafePointer<sqlite3_io_methods>? {
  let address = SystemDisk.replaced.withLock { tables in
    if let known = tables[UInt(bitPattern: system)] { return known }
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    table.initialize(to: system.pointee)
    table.pointee.xClose = closeFile
    table.pointee.xRead = readFile
    table.pointee.xWrite = writeFile
    table.pointee.xTruncate = truncateFile
    table.pointee.xSync = syncFile
    table.pointee.xLock = lockFile
    // Files without shared memory have no such method.
    if system.pointee.xShmMap != nil { table.pointee.xShmMap = mapSharedMemory }
    if system.pointee.xShmLock != nil { table.pointee.xShmLock = lockSharedMemory }
    tables[UInt(bitPattern: system)] = UInt(bitPattern: table)
    return UInt(bitPattern: table)
  }
  return UnsafePointer(bitPattern: address)
}

private func failure(of file: File?, on operation: FaultyDisk.Operation) -> CInt? {
  FaultyDisk.disk(of: file)?.verdict(on: operation)?.code(of: operation)
}

private func closeFile(_ file: File?) -> CInt {
  let system = FaultyDisk.system(of: file)
  FaultyDisk.closed(file)
  return system.xClose?(file) ?? SQLITE_OK
}

private func readFile(_ file: File?, _ buffer: UnsafeMutableRawPointer?, _ count: CInt, _ offset: sqlite3_int64) -> CInt
{
  let verdict = FaultyDisk.disk(of: file)?.verdict(on: FaultyDisk.isDatabase(file) ? .read : .readJournal)
  if let verdict, verdict != .corrupt { return verdict.code(of: .read) }
  let result = FaultyDisk.system(of: file).xRead?(file, buffer, count, offset) ?? SQLITE_IOERR
  // The first four bytes of a page hold its type or its next page, and no stored content.
  if verdict == .corrupt, result == SQLITE_OK, count == 4096, let buffer {
    for byte in 0..<4 {
      buffer.storeBytes(of: ~buffer.load(fromByteOffset: byte, as: UInt8.self), toByteOffset: byte, as: UInt8.self)
    }
  }
  return result
}

private func writeFile(_ file: File?, _ buffer: UnsafeRawPointer?, _ count: CInt, _ offset: sqlite3_int64) -> CInt {
  failure(of: file, on: .write) ?? FaultyDisk.system(of: file).xWrite?(file, buffer, count, offset) ?? SQLITE_IOERR
}

private func truncateFile(_ file: File?, _ size: sqlite3_int64) -> CInt {
  failure(of: file, on: .truncate) ?? FaultyDisk.system(of: file).xTruncate?(file, size) ?? SQLITE_IOERR
}

private func syncFile(_ file: File?, _ flags: CInt) -> CInt {
  failure(of: file, on: .sync) ?? FaultyDisk.system(of: file).xSync?(file, flags) ?? SQLITE_IOERR
}

private func lockFile(_ file: File?, _ level: CInt) -> CInt {
  failure(of: file, on: .lock) ?? FaultyDisk.system(of: file).xLock?(file, level) ?? SQLITE_IOERR
}

private func mapSharedMemory(
  _ file: File?, _ page: CInt, _ size: CInt, _ extends: CInt,
  _ memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> CInt {
  failure(of: file, on: .sharedMemory) ?? FaultyDisk.system(of: file).xShmMap?(file, page, size, extends, memory)
    ?? SQLITE_IOERR
}

private func lockSharedMemory(_ file: File?, _ offset: CInt, _ count: CInt, _ flags: CInt) -> CInt {
  // SQLITE_SHM_UNLOCK: releasing a lock cannot fail.
  let fails = flags & 1 == 0 ? failure(of: file, on: .lock) : nil
  return fails ?? FaultyDisk.system(of: file).xShmLock?(file, offset, count, flags) ?? SQLITE_IOERR
}
