internal import GRDB

extension Row {
  /// Returns the value of a column, which a damaged page may hold anything in.
  ///
  /// Throws `SQLITE_CORRUPT` when it is missing or of another type, where GRDB's subscript would trap.
  func read<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: String) throws -> Value {
    do {
      return try decode(forColumn: column)
    } catch {
      // GRDB's own words show the whole row, with the message in it.
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the database is damaged: column \(column) of a row")
    }
  }

  /// Returns an instant that is stored in milliseconds.
  func read(_ column: String) throws -> Timestamp { Timestamp(milliseconds: try read(column)) }
}
