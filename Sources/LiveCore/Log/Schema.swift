internal import GRDB

/// The tables, as numbered migrations. One that has shipped is never changed; a new one is added behind it.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 events, checkpoints, outbox") { database in
      try database.execute(sql: version1)
    }
    return migrator
  }

  /// `AUTOINCREMENT` keeps the highest sequence ever given, also when old events have been removed, and a transaction
  /// that fails gives its numbers back: sequences have no holes and never restart.
  private static let version1 = """
    CREATE TABLE log (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE event (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      game TEXT NOT NULL,
      logged INTEGER NOT NULL,
      line BLOB NOT NULL
    ) STRICT;
    CREATE INDEX event_logged ON event (logged);
    CREATE TABLE checkpoint (
      game TEXT PRIMARY KEY,
      state BLOB NOT NULL,
      isOver INTEGER NOT NULL,
      updated INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE delivery (
      sink TEXT NOT NULL,
      sequence INTEGER NOT NULL REFERENCES event (sequence),
      game TEXT NOT NULL,
      isDead INTEGER NOT NULL DEFAULT 0,
      due INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      error TEXT,
      PRIMARY KEY (sink, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX delivery_lane ON delivery (sink, isDead, game, sequence);
    CREATE INDEX delivery_event ON delivery (sequence);
    CREATE TABLE cursor (
      reader TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
