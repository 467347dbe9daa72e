internal import CSystemd
internal import Glibc

/// Writes structured entries to the journal of this machine.
struct JournalWriter: Sendable {
  /// Where journald listens. libsystemd knows no other place; a test may look for it elsewhere.
  var socket = "/run/systemd/journal/socket"

  /// There is a journal to write to.
  var isAvailable: Bool { access(socket, W_OK) == 0 }

  /// Hands one entry to journald, in the order of its fields; a name may come more than once.
  ///
  /// Blocks while journald's queue is full. Returning means that journald has it, not that it is on the disk. Throws
  /// `journal.absent`, `journal.refused` or `journal.bad-entry`.
  func write(_ fields: [(field: String, value: String)]) throws(Fault) { try write(JournalPayload(fields)) }

  /// The same for an entry that is put together already.
  func write(_ payload: JournalPayload) throws(Fault) {
    // Asked first, because libsystemd drops an entry without a word where there is no journal.
    guard isAvailable else {
      throw Fault(.journalAbsent, "no journal on this machine", at: .path(socket), hint: "set journal.events to false")
    }
    let result = payload.withVectors { vectors in
      var result: Int32
      repeat { result = sd_journal_sendv(vectors.baseAddress, Int32(vectors.count)) } while result == -EINTR
      return result
    }
    guard result >= 0 else {
      let reason = "\(String(cString: strerror(-result))) (errno \(-result))"
      throw Fault(
        .journalRefused, "an entry of \(payload.bytes.count) bytes was not taken: \(reason)", at: .path(socket),
        hint: "see 'systemctl status systemd-journald'")
    }
  }
}

extension JournalWriter {
  /// Writes a line of the daemon's own log; what the journal does not take is given to `say`.
  func write(_ entry: OwnLogEntry, otherwise say: (_ line: String) -> Void) {
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

/// The only place where the names of the journal's fields are spelt: an event and what the daemon says of its game are
/// found by the same match, `journalctl LIVEGAME_GAME_PK=747175` (`docs/operations.md`).
enum JournalField {
  static let message = "MESSAGE"
  static let messageID = "MESSAGE_ID"
  static let priority = "PRIORITY"
  static let identifier = "SYSLOG_IDENTIFIER"
  static let codeFile = "CODE_FILE"
  static let codeLine = "CODE_LINE"
  static let codeFunction = "CODE_FUNC"

  static let id = "LIVEGAME_ID"
  static let sequence = "LIVEGAME_SEQ"
  static let log = "LIVEGAME_LOG"
  static let type = "LIVEGAME_TYPE"
  static let fact = "LIVEGAME_FACT"
  static let revision = "LIVEGAME_REVISION"
  static let league = "LIVEGAME_LEAGUE"
  static let gamePk = "LIVEGAME_GAME_PK"
  static let retracted = "LIVEGAME_RETRACTED"
  static let tags = "LIVEGAME_TAGS"
  static let team = "LIVEGAME_TEAM"
  static let inning = "LIVEGAME_INNING"
  static let score = "LIVEGAME_SCORE"
  static let playerID = "LIVEGAME_PLAYER_ID"

  /// The `SYSLOG_IDENTIFIER` of every entry.
  static let program = "livegamed"

  /// The field of what the daemon's log calls `key`: that of events where they have it too, else `retry_in_ms` is
  /// `LIVEGAME_RETRY_IN_MS`. What a name may not hold becomes `_`.
  static func of(_ key: String) -> String {
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

/// One entry as `sd_journal_sendv(3)` takes it: `NAME=value` after `NAME=value` in one block of memory, so that every
/// vector lives as long as the call that reads it.
struct JournalPayload: Equatable, Sendable {
  /// journald drops an entry of more than 1024 fields, its own included, without a word.
  static let maximumFields = 512
  /// journald drops a field with a longer name.
  static let maximumNameBytes = 64

  private(set) var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []

  /// Throws `journal.bad-entry` for what journald would not keep whole. A value may hold any text, also newlines.
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

  /// Lends the vectors, one a field; they are gone when `body` returns.
  func withVectors<Result>(_ body: (UnsafeBufferPointer<iovec>) -> Result) -> Result {
    bytes.withUnsafeBytes { memory in
      let vectors = ranges.map { range in
        // journald only reads; `iovec` is written for both directions.
        let start = memory.baseAddress.map { UnsafeMutableRawPointer(mutating: $0 + range.lowerBound) }
        return iovec(iov_base: start, iov_len: range.count)
      }
      return vectors.withUnsafeBufferPointer(body)
    }
  }

  /// Capitals, digits and underscores. A leading underscore is reserved for what journald vouches for.
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
