import CSystemd
import Glibc

/// The journal of this machine, read by libsystemd.
final class JournalReader {
  private let journal: OpaquePointer

  struct Unreadable: Error { let number: Int32 }

  /// Only entries with this field, `NAME=value`.
  init(only match: String) throws {
    var handle: OpaquePointer?
    let result = sd_journal_open(&handle, Int32(SD_JOURNAL_LOCAL_ONLY))
    guard result >= 0, let handle else { throw Unreadable(number: result) }
    journal = handle
    // Else long values come back cut.
    sd_journal_set_data_threshold(journal, 0)
    let bytes = Array(match.utf8)
    guard sd_journal_add_match(journal, bytes, bytes.count) >= 0 else { throw Unreadable(number: EINVAL) }
  }

  deinit { sd_journal_close(journal) }

  /// The fields of the next entry as `NAME=value`, but for what journald added; waits up to 10 s for it.
  func next() throws -> [String]? {
    while sd_journal_next(journal) == 0 {
      guard sd_journal_wait(journal, 10_000_000) > SD_JOURNAL_NOP else { return nil }
    }
    var fields: [String] = []
    sd_journal_restart_data(journal)
    var data: UnsafeRawPointer?
    var length = 0
    while sd_journal_enumerate_data(journal, &data, &length) > 0 {
      fields.append(String(decoding: UnsafeRawBufferPointer(start: data, count: length), as: UTF8.self))
    }
    return fields.filter { !$0.hasPrefix("_") }
  }
}
