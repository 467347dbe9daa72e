internal import GRDB

/// The tables, as numbered migrations. A released migration never changes; new ones are appended, and `PresentSchema` changes
/// with them.
enum Schema {
  /// Format of the log as a whole, including the checkpoints, stored in `user_version`. A release that writes data that
  /// this one would misread raises it by a migration; this one then refuses the log.
  static let format = 1

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 events, checkpoints, outbox") { try $0.execute(sql: version1) }
    migrator.registerMigration("2 messages") { try $0.execute(sql: version2) }
    migrator.registerMigration("3 standings by index") { try $0.execute(sql: version3) }
    migrator.registerMigration("4 ages by living time") { try $0.execute(sql: version4) }
    migrator.registerMigration("5 resumed, threads, lost facts") { try $0.execute(sql: version5) }
    migrator.registerMigration("6 failing sinks") { try $0.execute(sql: version6) }
    migrator.registerMigration("7 pauses by the operator") { try $0.execute(sql: version7) }
    migrator.registerMigration("8 routing") { try $0.execute(sql: version8) }
    migrator.registerMigration("9 calm of failing sinks") { try $0.execute(sql: version9) }
    migrator.registerMigration("10 followed by order") { try $0.execute(sql: version10) }
    migrator.registerMigration("11 subjects of notices") { try $0.execute(sql: version11) }
    migrator.registerMigration("12 outcomes of predictions") { try $0.execute(sql: version12) }
    return migrator
  }

  /// `AUTOINCREMENT` keeps the highest sequence ever used, even after old events were removed, and a failed transaction
  /// returns its numbers: sequences have no holes and never restart.
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

  /// A delivery is one revision of a fact for one sink; a message carries one or more deliveries. `state` of both: 0
  /// waiting, 1 delivered, 2 dead, 3 skipped. `claim`: 0 by a route, 1 because an earlier revision was queued for the
  /// sink, 2 because the receiver lost the message. `lasting`: news for a day.
  private static let version2 = """
    ALTER TABLE event ADD COLUMN fact TEXT GENERATED ALWAYS AS (substr(id, 1, instr(id, '@') - 1)) VIRTUAL;
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
      changed INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX message_waiting ON message (sink, lane) WHERE state = 0;
    CREATE INDEX message_handle ON message (sink, handle) WHERE handle IS NOT NULL;
    CREATE INDEX message_thread ON message (sink, lane, number) WHERE handle IS NOT NULL;
    CREATE INDEX message_changed ON message (changed);
    CREATE TABLE delivery2 (
      sink TEXT NOT NULL,
      sequence INTEGER NOT NULL REFERENCES event (sequence),
      lane TEXT NOT NULL,
      state INTEGER NOT NULL DEFAULT 0,
      due INTEGER NOT NULL,
      claim INTEGER NOT NULL DEFAULT 0,
      lasting INTEGER NOT NULL DEFAULT 0,
      message INTEGER REFERENCES message (number),
      PRIMARY KEY (sink, sequence)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO delivery2 SELECT sink, sequence, game, isDead * 3, due, 0, 0, NULL FROM delivery;
    DROP TABLE delivery;
    ALTER TABLE delivery2 RENAME TO delivery;
    CREATE INDEX delivery_waiting ON delivery (sink, lane, sequence) WHERE state = 0;
    CREATE INDEX delivery_event ON delivery (sequence);
    CREATE INDEX delivery_message ON delivery (message) WHERE message IS NOT NULL;
    CREATE TABLE disabled (
      sink TEXT PRIMARY KEY,
      address TEXT NOT NULL,
      reason TEXT NOT NULL,
      since INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Indexes by which the cost of a client's query depends on the open rows, not on everything ever sent. `state < 1`
  /// means `state = 0`, in a spelling that only the count uses, so that SQLite uses this index for no other query.
  private static let version3 = """
    CREATE INDEX message_told ON message (sink, changed) WHERE state = 1;
    CREATE INDEX message_open ON message (sink, number, state) WHERE state IN (0, 2);
    CREATE INDEX message_listed ON message (number) WHERE state IN (0, 2);
    CREATE INDEX delivery_open ON delivery (sink, state, message) WHERE state < 1;
    """

  /// `age` holds the newest rows at a number of milliseconds of living time. `lived` of a checkpoint is the living time
  /// when it was written; `isFinal` says that its game has ended and is not played again. Ages no longer depend on the
  /// wall clock, so its indexes are dropped.
  private static let version4 = """
    CREATE TABLE age (
      lived INTEGER PRIMARY KEY,
      sequence INTEGER NOT NULL,
      message INTEGER NOT NULL
    ) STRICT;
    ALTER TABLE checkpoint ADD COLUMN lived INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE checkpoint ADD COLUMN isFinal INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX checkpoint_lived ON checkpoint (lived, isFinal);
    DROP INDEX event_logged;
    DROP INDEX message_changed;
    PRAGMA user_version = \(format);
    """

  /// `pause`: a receiver asked for no messages until then. `thread` of a message is the handle of the message that it
  /// replies to; a message without one is the root of later ones. From this version a body does not name the receiver,
  /// and the body of a notice is its text: composed messages are composed again, and notices are dropped.
  private static let version5 = """
    CREATE TABLE pause (
      sink TEXT PRIMARY KEY,
      address TEXT NOT NULL,
      reason TEXT NOT NULL,
      until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    DELETE FROM log WHERE key GLOB 'silence/*';
    ALTER TABLE message ADD COLUMN thread TEXT;
    UPDATE message SET thread = (
      SELECT root.handle FROM message AS root
      WHERE root.sink = message.sink AND root.lane = message.lane AND root.handle IS NOT NULL
        AND root.number < message.number
      ORDER BY root.number LIMIT 1)
    WHERE handle IS NOT NULL;
    DROP INDEX message_thread;
    CREATE INDEX message_newest ON message (sink, lane, number) WHERE handle IS NOT NULL;
    CREATE INDEX message_root ON message (sink, lane, number)
      WHERE handle IS NOT NULL AND thread IS NULL AND edits IS NULL;
    CREATE INDEX delivery_dead ON delivery (sink, state) WHERE state = 2;
    UPDATE message SET state = 3, body = NULL
    WHERE state = 0 OR state = 2 AND lane = 'notice';
    UPDATE message SET body = NULL WHERE state = 2;
    UPDATE delivery SET message = NULL
    WHERE state = 0 AND message IN (SELECT number FROM message WHERE state = 3);
    """

  /// `failure`: the attempts since a sink's last success, all of which failed. `since` is the wall time of the first,
  /// `lived` its living time.
  private static let version6 = """
    CREATE TABLE failure (
      sink TEXT PRIMARY KEY,
      since INTEGER NOT NULL,
      lived INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      error TEXT NOT NULL,
      advice TEXT
    ) STRICT, WITHOUT ROWID;
    """

  /// `operator_pause`: the last pause of a sink that the operator ordered. `ordered` and `until` are wall time, `since` and
  /// `ended` instants of the outbox. A delivery with the `claim` 3 was dropped at the end of a pause.
  private static let version7 = """
    CREATE TABLE operator_pause (
      sink TEXT PRIMARY KEY,
      since INTEGER NOT NULL,
      ordered INTEGER NOT NULL,
      until INTEGER,
      ended INTEGER
    ) STRICT, WITHOUT ROWID;
    """

  /// `routing`: the settings (`RoutingRecord`) by which the events from this sequence on were routed, up to the next row.
  /// `reason` of a delivery: why it is skipped. `changed`: when it was skipped, or was delivered without a stored message.
  private static let version8 = """
    CREATE TABLE routing (
      sequence INTEGER PRIMARY KEY,
      record TEXT NOT NULL
    ) STRICT;
    ALTER TABLE delivery ADD COLUMN reason TEXT;
    ALTER TABLE delivery ADD COLUMN changed INTEGER;
    """

  /// `worked` of a failure: the living time of the first success after the last failed attempt; null without one. A failure
  /// of three attempts or more ends a minute after it.
  private static let version9 = """
    ALTER TABLE failure ADD COLUMN worked INTEGER;
    """

  /// `followed`: the teams and players that orders have added to those of the configuration. `name` is the abbreviation of
  /// a team or the id of a player, `title` the name of a player, `added` wall time, `user` the user who gave the order.
  private static let version10 = """
    CREATE TABLE followed (
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      title TEXT,
      added INTEGER NOT NULL,
      user INTEGER,
      PRIMARY KEY (kind, name)
    ) STRICT;
    """

  /// `about` of a message: the disabled sink that a notice is about.
  private static let version11 = """
    ALTER TABLE message ADD COLUMN about TEXT;
    """

  /// `outcome`: the newest revision of each outcome of a prediction, under the sequence that its event had. It stays when
  /// the event is pruned.
  private static let version12 = """
    CREATE TABLE outcome (
      fact TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL,
      line BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX outcome_sequence ON outcome (sequence);
    """
}
