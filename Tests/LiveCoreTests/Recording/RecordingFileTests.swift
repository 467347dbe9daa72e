import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct RecordingFileTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/game.recording" }

  init() throws { folder = try TemporaryFolder() }

  private static let start = Timestamp(seconds: 1_790_000_000)

  private static func response(_ subject: PollSubject, second: Int64, _ body: String, ahead: Int = 0) -> RecordedAnswer
  {
    let at = start + .seconds(second)
    return RecordedAnswer(
      subject, at: PollTime(wall: at, monotonic: at + .milliseconds(ahead)),
      .response(HTTPResponseHead(status: 200, headers: ["age": "3"]), body: Array(body.utf8)))
  }

  private static let long = String(repeating: "a play and its pitches; ", count: 40)

  private static let answers: [RecordedAnswer] = [
    response(.schedule, second: 0, "{}"), response(.game(1), second: 1, "1 " + long),
    response(.game(2), second: 1, "other " + long), response(.game(1), second: 2, "2 " + long + "é"),
    response(.game(1), second: 3, "2 " + long + "é", ahead: -1500),
    RecordedAnswer(
      .game(1), at: PollTime(wall: start + .seconds(4), monotonic: start + .seconds(4)),
      .fault(HTTPFault(kind: .timeout, description: "no answer within 30 s"))),
    RecordedAnswer(
      .game(1), at: PollTime(wall: start + .seconds(5), monotonic: start + .seconds(5)),
      .response(HTTPResponseHead(status: 200), body: [0xFF, 0x00])),
    response(.game(1), second: 6, "3 " + long), response(.game(2), second: 6, ""), response(.schedule, second: 7, "{}"),
  ]

  private func write(_ answers: [RecordedAnswer] = Self.answers, isClosed: Bool = true) throws {
    let file = try RecordingFile(path: path, RecordingHeader(games: [1, 2], since: Self.start))
    for answer in answers { try file.append(answer) }
    if isClosed { try file.close() }
  }

  private func read(_ path: String) throws -> (answers: [RecordedAnswer], isCutOff: Bool) {
    var (reader, answers) = (try RecordingReader(path: path), [RecordedAnswer]())
    while let answer = try reader.next() { answers.append(answer) }
    return (answers, reader.isCutOff)
  }

  private func fault(of work: () throws -> Void) -> Fault? {
    do {
      try work()
      return nil
    } catch {
      return error as? Fault
    }
  }

  @Test func everyAnswerComesBack() throws {
    try write()
    let (answers, isCutOff) = try read(path)
    #expect(answers == Self.answers && !isCutOff)
    let recording = try Recording(path: path)
    #expect(recording.count == 10 && recording.feeds == [1, 2] && !recording.isCutOff)
    #expect(recording.header.games == [1, 2] && recording.first?.wall == Self.start)
    #expect(recording.last?.wall == Self.start + .seconds(7))
  }

  @Test func headersThatNoPollUsesAreNotKept() throws {
    var answer = Self.answers[0]
    answer.outcome = .response(
      HTTPResponseHead(status: 429, headers: ["retry-after": "7", "set-cookie": "secret"]), body: [])
    try write([answer])
    let read = try read(path).answers
    #expect(read.map(\.outcome) == [.response(HTTPResponseHead(status: 429, headers: ["retry-after": "7"]), body: [])])
  }

  /// What a killed program has written is readable, up to the last whole answer.
  @Test func aFileThatIsCutOffAnywhereHasItsBeginning() throws {
    try write()
    let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let cut = "\(folder.path)/cut"
    var counts: Set<Int> = []
    for length in stride(from: 40, to: whole.count, by: 1) {
      try Data(whole[..<length]).write(to: URL(filePath: cut))
      guard let (answers, isCutOff) = try? read(cut) else { continue }
      #expect(answers == Array(Self.answers.prefix(answers.count)) && isCutOff, "\(length) bytes")
      counts.insert(answers.count)
    }
    #expect(counts == Set(0...10))
  }

  @Test func anUnfinishedFileHasAllAnswersThatWereAppended() throws {
    try write(isClosed: false)
    let (answers, isCutOff) = try read(path)
    #expect(answers == Self.answers && isCutOff)
  }

  @Test func aDamagedFileGetsItsPlace() throws {
    try write()
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    bytes[bytes.count / 2] ^= 0x55
    bytes[bytes.count / 2 + 1] ^= 0x55
    try Data(bytes).write(to: URL(filePath: path))
    let fault = fault { _ = try Recording(path: path) }
    #expect(fault?.code == .recordingDamaged, "\(String(describing: fault))")
    guard case .file(path, let line, _) = fault?.place else { return #expect(Bool(false), "no place") }
    #expect((1...11).contains(line))
  }

  @Test func aRecordingMayBePlainText() throws {
    let lines = [
      #"{"recording":1,"livegamed":"0.1.0","since":"2026-07-12T20:00:00.000Z"}"#, "",
      #"{"at":"2026-07-12T20:00:01.000Z","kind":"schedule","status":200,"body":"{}"}"#,
      #"{"at":"2026-07-12T20:00:02Z","kind":"feed","game":7,"fault":"odd","reason":"x"}"#,
    ]
    try lines.joined(separator: "\n").appending("\n").write(toFile: path, atomically: true, encoding: .utf8)
    let (answers, isCutOff) = try read(path)
    #expect(answers.map(\.subject) == [.schedule, .game(7)] && !isCutOff)
    #expect(answers.last?.outcome == .fault(HTTPFault(kind: .broken, description: "x")))
  }

  @Test(arguments: [
    ("", "recording.not-a-recording"), ("{}\n", "recording.not-a-recording"), ("hello\n", "recording.not-a-recording"),
    (#"{"recording":2,"livegamed":"9.0.0","since":"2026-07-12T20:00:00Z"}"# + "\n", "recording.newer"),
    (#"{"recording":1,"livegamed":"0.1.0","since":"2026-07-12T20:00:00Z"}"# + "\n", "recording.empty"),
    (
      #"{"recording":1,"livegamed":"0.1.0","since":"2026-07-12T20:00:00Z"}"# + "\n[]\n",
      "recording.damaged"
    ),
    (
      #"{"recording":1,"livegamed":"0.1.0","since":"2026-07-12T20:00:00Z"}"# + "\n"
        + #"{"at":"2026-07-12T20:00:01.000Z","kind":"feed","game":1,"status":200,"same":true}"# + "\n",
      "recording.damaged"
    ),
  ])
  func anotherFileIsRefused(text: String, code: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let fault = fault { _ = try Recording(path: path) }
    #expect(fault?.code.rawValue == code, "\(String(describing: fault))")
  }

  @Test func aFileOfTheSameNameIsKept() throws {
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(fault { try write() }?.code == .recordingExists)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(fault { _ = try RecordingReader(path: "\(folder.path)/none") }?.code == .recordingUnreadable)
    #expect(fault { _ = try RecordingReader(path: folder.path) }?.code == .recordingUnreadable)
  }

  @Test func gzipReadsItsOwnFile() throws {
    try write()
    let unpacked = try Program.unpacked(path)
    #expect(unpacked.split(separator: "\n").count == 11)
    #expect(unpacked.hasPrefix(#"{"games":[1,2],"livegamed":""#))
  }
}

private enum Program {
  /// Returns the text of a file that gzip has compressed.
  static func unpacked(_ path: String) throws -> String {
    let (gzip, output) = (Process(), Pipe())
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.standardInput = try FileHandle(forReadingFrom: URL(filePath: path))
    gzip.arguments = ["gzip", "-dc"]
    gzip.standardOutput = output
    try gzip.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    gzip.waitUntilExit()
    #expect(gzip.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}
