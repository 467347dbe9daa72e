internal import GRDB

extension DatabaseError {
  /// The error for the operator, without SQL.
  var words: String {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: "the file ends too early, or a part of it was overwritten"
    case .SQLITE_FULL: "the disk is full"
    case .SQLITE_BUSY, .SQLITE_LOCKED: "another program uses the file"
    case .SQLITE_READONLY, .SQLITE_PERM: "the file or its folder may not be written"
    case .SQLITE_CANTOPEN: "the file or its folder cannot be opened"
    default: message ?? "SQLite's error \(resultCode.rawValue)"
    }
  }

  /// Returns the text of any error, that of a database in plain words.
  static func words(of error: any Error) -> String { (error as? DatabaseError)?.words ?? "\(error)" }
}
