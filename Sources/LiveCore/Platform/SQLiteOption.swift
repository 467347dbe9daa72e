internal import CLinux

/// Options of SQLite connections whose C function is variadic and so does not reach Swift.
enum SQLiteOption {
  /// Lets closing the connection leave the log of writes (`-wal`) as it is; false when SQLite does not know that.
  static func keepLogOfWrites(_ connection: OpaquePointer) -> Bool {
    clinux_sqlite_keep_wal(UnsafeMutableRawPointer(connection)) == 0
  }
}
