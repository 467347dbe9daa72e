internal import Glibc

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
