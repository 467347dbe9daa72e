internal import CSystemd
internal import Glibc
package import LiveModel

/// Writes structured entries to the journal of this machine.
package struct JournalWriter: Sendable {
  /// Socket of journald. libsystemd always uses this path; tests replace it only for `isAvailable`.
  package var socket = "/run/systemd/journal/socket"

  package init(socket: String = "/run/systemd/journal/socket") {
    self.socket = socket
  }

  /// Whether this machine has a journal.
  package var isAvailable: Bool { access(socket, W_OK) == 0 }

  /// Sends one entry to journald, with its fields in order. A field name may occur more than once.
  ///
  /// Blocks while the queue of journald is full. After it returns, journald has the entry, but it need not be on disk.
  /// Throws `journal.absent`, `journal.refused` or `journal.bad-entry`.
  package func write(_ fields: [(field: String, value: String)]) throws(Fault) { try write(JournalPayload(fields)) }

  /// Sends an entry that is already assembled.
  func write(_ payload: JournalPayload) throws(Fault) {
    // Checked first, because libsystemd silently drops entries when there is no journal.
    guard isAvailable else {
      throw Fault(.journalAbsent, "no journal on this machine", at: .path(socket), hint: "set journal.events to false")
    }
    let result = payload.withVectors { vectors in
      var result: Int32
      repeat { result = sd_journal_sendv(vectors.baseAddress, Int32(vectors.count)) } while result == -EINTR
      return result
    }
    guard result >= 0 else {
      let reason = SystemError(number: -result)
      throw Fault(
        .journalRefused, "an entry of \(payload.bytes.count) bytes was not taken: \(reason)", at: .path(socket),
        hint: "see 'systemctl status systemd-journald'")
    }
  }
}

extension JournalWriter {
  /// Writes a line of the daemon's own log. A line that the journal refuses goes to `say`.
  package func write(_ entry: OwnLogEntry, otherwise say: (_ line: String) -> Void) {
    do throws(Fault) {
      guard let payload = entry.payload else { return say(entry.line) }
      try write(payload)
    } catch {
      say(entry.line)
    }
  }
}

extension Fault.Code {
  static let journalAbsent = Fault.Code("journal.absent")
  static let journalRefused = Fault.Code("journal.refused")
}

/// One entry in the form of `sd_journal_sendv(3)`: all `NAME=value` pairs in one block of memory, so that every vector
/// stays valid during the call.
struct JournalPayload: Equatable, Sendable {
  /// Limit of fields. journald silently drops an entry with more than 1024 fields, including those that it adds.
  static let maximumFields = 512
  /// Limit of a field name. journald drops fields with longer names.
  static let maximumNameBytes = 64

  private(set) var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []

  /// Assembles an entry. Throws `journal.bad-entry` for an entry that journald would drop or truncate. Values may
  /// contain any text, including newlines.
  init(_ fields: [(field: String, value: String)]) throws(Fault) {
    guard 1...Self.maximumFields ~= fields.count else {
      throw Fault(.journalBadEntry, "an entry has 1 to \(Self.maximumFields) fields, not \(fields.count)")
    }
    for (field, value) in fields {
      guard Self.isValid(field) else { throw Fault(.journalBadEntry, "'\(field)' is no name of a journal field") }
      let start = bytes.count
      bytes.append(contentsOf: field.utf8)
      bytes.append(UInt8(ascii: "="))
      bytes.append(contentsOf: value.utf8)
      ranges.append(start..<bytes.count)
    }
  }

  /// Calls `body` with one vector per field. They are valid during the call only.
  func withVectors<Result>(_ body: (UnsafeBufferPointer<iovec>) -> Result) -> Result {
    bytes.withUnsafeBytes { memory in
      let vectors = ranges.map { range in
        // journald only reads; `iovec` is declared mutable because it serves both directions.
        let start = memory.baseAddress.map { UnsafeMutableRawPointer(mutating: $0 + range.lowerBound) }
        return iovec(iov_base: start, iov_len: range.count)
      }
      return vectors.withUnsafeBufferPointer(body)
    }
  }

  /// Returns whether the name consists of capitals, digits and underscores. Names with a leading underscore are
  /// reserved for trusted fields of journald.
  static func isValid(_ name: String) -> Bool {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = name.utf8.first, capitals.contains(first), name.utf8.count <= maximumNameBytes else {
      return false
    }
    return name.utf8.allSatisfy { capitals.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "_") }
  }
}

extension Fault.Code {
  static let journalBadEntry = Fault.Code("journal.bad-entry")
}

/// Names of the journal fields. Events and log entries share them, so that `journalctl LIVEGAME_GAME_PK=747175` finds
/// both (`docs/operations.md`).
package enum JournalField {
  package static let message = "MESSAGE"
  package static let messageID = "MESSAGE_ID"
  package static let priority = "PRIORITY"
  package static let identifier = "SYSLOG_IDENTIFIER"
  static let codeFile = "CODE_FILE"
  static let codeLine = "CODE_LINE"
  static let codeFunction = "CODE_FUNC"

  package static let id = "LIVEGAME_ID"
  package static let sequence = "LIVEGAME_SEQ"
  package static let log = "LIVEGAME_LOG"
  package static let type = "LIVEGAME_TYPE"
  package static let fact = "LIVEGAME_FACT"
  package static let revision = "LIVEGAME_REVISION"
  package static let change = "LIVEGAME_CHANGE"
  package static let league = "LIVEGAME_LEAGUE"
  package static let gamePk = "LIVEGAME_GAME_PK"
  package static let retracted = "LIVEGAME_RETRACTED"
  package static let tags = "LIVEGAME_TAGS"
  package static let team = "LIVEGAME_TEAM"
  package static let eventTeam = "LIVEGAME_EVENT_TEAM"
  package static let score = "LIVEGAME_SCORE"
  package static let winExpectancy = "LIVEGAME_WIN_EXPECTANCY"
  package static let leverage = "LIVEGAME_LEVERAGE"
  package static let playerID = "LIVEGAME_PLAYER_ID"

  /// The `SYSLOG_IDENTIFIER` of every entry.
  package static let program = "livegamed"

  /// Returns the field for a key of the daemon's log: the field of events if they have it, else a name such as
  /// `LIVEGAME_RETRY_IN_MS` for `retry_in_ms`. Characters that a field name cannot contain become `_`.
  package static func of(_ key: String) -> String {
    switch key {
    case LogKey.event: id
    case LogKey.sequence: sequence
    case LogKey.fact: fact
    case LogKey.league: league
    case LogKey.game: gamePk
    default: String(("LIVEGAME_" + key.map(capital)).prefix(JournalPayload.maximumNameBytes))
    }
  }

  private static func capital(_ character: Character) -> Character {
    guard character.isASCII, character.isLetter || character.isNumber else { return "_" }
    return character.uppercased().first ?? "_"
  }
}
