import CSystemd
import Glibc

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The journal of this machine, read through libsystemd.
final class JournalReader {
  private let journal: OpaquePointer

  struct Unreadable: Error { let number: Int32 }

  /// Reads only entries with this field, `NAME=value`.
  init(only match: String) throws {
    var handle: OpaquePointer?
    let result = sd_journal_open(&handle, Int32(SD_JOURNAL_LOCAL_ONLY))
    guard result >= 0, let handle else { throw Unreadable(number: result) }
    journal = handle
    // Long values would be cut otherwise.
    sd_journal_set_data_threshold(journal, 0)
    let bytes = Array(match.utf8)
    guard sd_journal_add_match(journal, bytes, bytes.count) >= 0 else { throw Unreadable(number: EINVAL) }
  }

  deinit { sd_journal_close(journal) }

  /// Returns the fields of the next entry as `NAME=value`, without those that journald added. Waits up to 10 s for
  /// it.
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

/// Events for the journal.
enum JournalSample {
  /// A home run with every member that an event can have.
  static let homeRun = Event(
    type: .play, time: Timestamp(seconds: 1_720_840_302),
    data: EventData(
      fact: Fact(rawValue: "mlb/747175/5-top/pa/665489/1"), revision: 2, change: .completed, team: "TOR", league: .mlb,
      game: game, score: Score(away: 3, home: 2),
      players: [
        Participant(Person(id: 665489, name: "Vladimir Guerrero Jr."), as: .batter),
        Participant(Person(id: 600000, name: "Andrés Muñoz"), as: .pitcher),
        Participant(Person(id: 665489, name: "Vladimir Guerrero Jr."), as: .scorer),
      ],
      importance: 4, tags: [Tag(rawValue: "home_run"), .hit, .scoring],
      summary: "Guerrero Jr. homers off Muñoz ⚾\nTOR 3, AZ 2", observedAt: Timestamp(seconds: 1_720_840_315),
      feedAt: Timestamp(seconds: 1_720_840_313),
      members: LeagueMembers(BaseballMembers(inning: HalfInning(number: 5, half: .top), outs: 1))))

  /// An event with only the required members.
  static let start = Event(
    type: .status, time: Timestamp(seconds: 1_720_835_000),
    data: EventData(
      fact: Fact(rawValue: "mlb/747175/status/start/1"), revision: 1, change: .new, league: .mlb, game: game,
      importance: 2, tags: [],
      summary: "TOR at AZ has begun", observedAt: Timestamp(seconds: 1_720_835_004),
      feedAt: Timestamp(seconds: 1_720_835_003)))

  private static let game = EventGame(
    id: 747175, date: "2024-07-12", number: 1, type: "R", status: .live,
    away: Team(id: 141, abbreviation: "TOR", name: "Toronto Blue Jays"),
    home: Team(id: 109, abbreviation: "AZ", name: "Arizona Diamondbacks"))
}
