internal import GRDB

/// The tables as the migrations of `Schema` leave them, which explains their columns. A new log is made from this copy: the
/// migrations one by one take three times as long. Change it with each new migration; a test compares the two.
enum PresentSchema {
  /// Makes the tables in an empty database, and notes all migrations as done, in one transaction. Returns without a change if
  /// there is a table.
  static func create(in pool: DatabasePool) throws {
    let tables = "SELECT EXISTS (SELECT * FROM sqlite_master)"
    guard try pool.read({ try Bool.fetchOne($0, sql: tables) }) == false else { return }
    try pool.write { database in
      guard try Bool.fetchOne(database, sql: tables) == false else { return }
      try database.execute(sql: sql)
      for migration in Schema.migrator.migrations {
        try database.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [migration])
      }
    }
  }

  /// The order of the indexes is that of the migrations. SQLite may prefer one to another by it.
  static let sql = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    CREATE TABLE log (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE event (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      game TEXT NOT NULL,
      logged INTEGER NOT NULL,
      line BLOB NOT NULL,
      fact TEXT GENERATED ALWAYS AS (substr(id, 1, instr(id, '@') - 1)) VIRTUAL
    ) STRICT;
    CREATE TABLE checkpoint (
      game TEXT PRIMARY KEY,
      state BLOB NOT NULL,
      isOver INTEGER NOT NULL,
      updated INTEGER NOT NULL,
      lived INTEGER NOT NULL DEFAULT 0,
      isFinal INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE cursor (
      reader TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX event_fact ON event (fact, sequence);
    CREATE INDEX event_game ON event (game, sequence);
    CREATE TABLE message (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      sink TEXT NOT NULL,
      lane TEXT NOT NULL,
      id TEXT NOT NULL,
      event TEXT,
      state INTEGER NOT NULL DEFAULT 0,
      due INTEGER NOT NULL,
      deadline INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      error TEXT,
      body BLOB,
      edits TEXT,
      handle TEXT,
      changed INTEGER NOT NULL,
      thread TEXT,
      about TEXT
    ) STRICT;
    CREATE INDEX message_waiting ON message (sink, lane) WHERE state = 0;
    CREATE INDEX message_handle ON message (sink, handle) WHERE handle IS NOT NULL;
    CREATE TABLE delivery (
      sink TEXT NOT NULL,
      sequence INTEGER NOT NULL REFERENCES event (sequence),
      lane TEXT NOT NULL,
      state INTEGER NOT NULL DEFAULT 0,
      due INTEGER NOT NULL,
      claim INTEGER NOT NULL DEFAULT 0,
      lasting INTEGER NOT NULL DEFAULT 0,
      message INTEGER REFERENCES message (number),
      reason TEXT,
      changed INTEGER,
      PRIMARY KEY (sink, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX delivery_waiting ON delivery (sink, lane, sequence) WHERE state = 0;
    CREATE INDEX delivery_event ON delivery (sequence);
    CREATE INDEX delivery_message ON delivery (message) WHERE message IS NOT NULL;
    CREATE TABLE disabled (
      sink TEXT PRIMARY KEY,
      address TEXT NOT NULL,
      reason TEXT NOT NULL,
      since INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX message_told ON message (sink, changed) WHERE state = 1;
    CREATE INDEX message_open ON message (sink, number, state) WHERE state IN (0, 2);
    CREATE INDEX message_listed ON message (number) WHERE state IN (0, 2);
    CREATE INDEX delivery_open ON delivery (sink, state, message) WHERE state < 1;
    CREATE TABLE age (
      lived INTEGER PRIMARY KEY,
      sequence INTEGER NOT NULL,
      message INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX checkpoint_lived ON checkpoint (lived, isFinal);
    CREATE TABLE pause (
      sink TEXT PRIMARY KEY,
      address TEXT NOT NULL,
      reason TEXT NOT NULL,
      until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX message_newest ON message (sink, lane, number) WHERE handle IS NOT NULL;
    CREATE INDEX message_root ON message (sink, lane, number)
      WHERE handle IS NOT NULL AND thread IS NULL AND edits IS NULL;
    CREATE INDEX delivery_dead ON delivery (sink, state) WHERE state = 2;
    CREATE TABLE failure (
      sink TEXT PRIMARY KEY,
      since INTEGER NOT NULL,
      lived INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      error TEXT NOT NULL,
      advice TEXT,
      worked INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE operator_pause (
      sink TEXT PRIMARY KEY,
      since INTEGER NOT NULL,
      ordered INTEGER NOT NULL,
      until INTEGER,
      ended INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE routing (
      sequence INTEGER PRIMARY KEY,
      record TEXT NOT NULL
    ) STRICT;
    CREATE TABLE followed (
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      title TEXT,
      added INTEGER NOT NULL,
      user INTEGER,
      PRIMARY KEY (kind, name)
    ) STRICT;
    CREATE TABLE outcome (
      fact TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL,
      line BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX outcome_sequence ON outcome (sequence);
    PRAGMA user_version = \(Schema.format);
    """
}
