internal import LiveModel
internal import LivePlatform

/// Reads the answers of a recording in order, from a file that gzip has compressed or that is plain text.
///
/// Bounds: the lines of a file, the length of each, and the bodies that later ones refer to.
struct RecordingReader {
  let header: RecordingHeader
  private var lines: RecordingLines
  private var decoder = RecordingDecoder()

  /// Opens a recording. Throws `recording.unreadable`, `recording.damaged`, `recording.newer` or
  /// `recording.not-a-recording`.
  init(path: String) throws(Fault) {
    var lines = try RecordingLines(path: path)
    guard let first = try lines.next(), let header = RecordingDecoder.header(of: first), header.recording > 0 else {
      throw Fault(
        .recordingUnknown, "this is no recording", at: .path(path),
        hint: "give it a file that 'livegamed record' has written")
    }
    guard header.recording <= RecordingHeader.version else {
      throw Fault(
        .recordingNewer,
        "livegamed \(quoted(header.livegamed)) has written it, in version \(header.recording) of the format",
        at: .path(path),
        hint: "this program reads version \(RecordingHeader.version); install a newer one")
    }
    (self.header, self.lines) = (header, lines)
  }

  /// Whether the file ends in the middle of a line, as after a crash. Known after the last answer.
  var isCutOff: Bool { lines.isCutOff }

  /// Returns the next answer; nil after the last one. Throws `recording.damaged`.
  mutating func next() throws(Fault) -> RecordedAnswer? {
    guard let line = try lines.next() else { return nil }
    do throws(RecordingDecoder.Mistake) {
      return try decoder.answer(in: line)
    } catch {
      throw lines.damage("this line cannot be read: \(error.reason)")
    }
  }
}

/// The lines of a file, compressed or not.
private struct RecordingLines {
  private let path: String
  private let file: Descriptor
  private let gzip: GzipDecoder?
  private var buffer: [UInt8] = []
  /// Start of the bytes that have not been returned.
  private var start = 0
  private var isAtEnd = false
  /// The number of the last line, from 1.
  private var number = 0
  private(set) var isCutOff = false

  /// Bytes of the file that are read at once. They decompress to some megabytes at most.
  private static var piece: Int { 8 << 10 }
  /// The longest line: the largest body, with all its characters escaped.
  private static var longest: Int { 2 * RecordedBodies.largest + (64 << 10) }
  /// The most lines: a month of fifteen games a day.
  private static var most: Int { 2_000_000 }

  init(path: String) throws(Fault) {
    self.path = path
    do throws(SystemError) {
      file = try Descriptor.reading(path)
      let first = try file.readSome(atMost: Self.piece)
      isAtEnd = first.isEmpty
      gzip = first.starts(with: [0x1F, 0x8B]) ? GzipDecoder() : nil
      buffer = first
    } catch {
      throw Fault(.recordingUnreadable, "the file cannot be read: \(error)", at: .path(path))
    }
    if gzip != nil { buffer = try decompressed(buffer) }
  }

  /// Returns the next line without its newline; nil after the last whole one.
  mutating func next() throws(Fault) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        let line = Array(buffer[start..<end])
        start = end + 1
        number += 1
        guard number <= Self.most else { throw damage("there are more than \(Self.most) lines") }
        guard line.isEmpty else { return line }
        searched = start
        continue
      }
      guard !isAtEnd else {
        // A text without compression may lack the last newline.
        isCutOff = start < buffer.count || gzip?.isComplete == false
        return nil
      }
      guard buffer.count - start <= Self.longest else { throw damage("the line is longer than \(Self.longest) bytes") }
      buffer.removeFirst(start)
      (searched, start) = (buffer.count, 0)
      try readMore()
    }
  }

  private mutating func readMore() throws(Fault) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try file.readSome(atMost: Self.piece)
    } catch {
      throw Fault(.recordingUnreadable, "the file cannot be read: \(error)", at: .path(path))
    }
    isAtEnd = bytes.isEmpty
    buffer += try decompressed(bytes)
  }

  private func decompressed(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
    guard let gzip, !bytes.isEmpty else { return bytes }
    do throws(GzipDecoder.Damage) {
      return try gzip.decoded(bytes)
    } catch {
      throw damage("the compressed data are damaged after this line")
    }
  }

  /// Returns a fault at the present line.
  func damage(_ message: String) -> Fault {
    Fault(
      .recordingDamaged, message, at: .file(path, line: max(1, number), column: 1),
      hint: "the file has changed since it was recorded; use another copy of it")
  }
}

extension Fault.Code {
  static let recordingUnreadable = Fault.Code("recording.unreadable")
  static let recordingUnknown = Fault.Code("recording.not-a-recording")
  static let recordingNewer = Fault.Code("recording.newer")
  static let recordingDamaged = Fault.Code("recording.damaged")
}
