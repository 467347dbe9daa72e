internal import LiveModel
internal import LivePlatform

/// A recording that is being written. Each answer is in the file before the next one: what is cut off by a crash is the
/// end of the file, and the rest can be read.
final class RecordingFile {
  private let path: String
  private let file: Descriptor
  private let gzip: GzipEncoder
  private var encoder = RecordingEncoder()
  /// Bytes in the file.
  private(set) var bytes = 0

  /// Creates the file. Throws `recording.exists` or `recording.uncreatable`.
  init(path: String, _ header: RecordingHeader) throws(Fault) {
    guard let gzip = GzipEncoder() else { throw Fault(.recordingUncreatable, "not enough memory", at: .path(path)) }
    (self.path, self.gzip) = (path, gzip)
    do throws(SystemError) {
      file = try Descriptor.creating(path)
    } catch  where error.number == SystemError.exists.number {
      throw Fault(
        .recordingExists, "there is a file of this name already", at: .path(path),
        hint: "name another file; a recording is never continued or overwritten")
    } catch {
      throw Fault(.recordingUncreatable, "the recording cannot be created: \(error)", at: .path(path))
    }
    try write { _ in try RecordingEncoder.line(header) }
  }

  /// Appends an answer. Throws `recording.failed`.
  func append(_ answer: RecordedAnswer) throws(Fault) {
    try write { encoder in try encoder.line(of: answer) }
  }

  /// Completes the file.
  func close() throws(Fault) {
    try put(gzip.encoded([], isLast: true))
    do throws(SystemError) {
      try file.sync()
    } catch {
      throw unusable(error)
    }
  }

  private func write(_ line: (inout RecordingEncoder) throws -> [UInt8]) throws(Fault) {
    let text: [UInt8]
    do {
      text = try line(&encoder)
    } catch {
      throw Fault(.recordingFailed, "an answer cannot be written as JSON: \(error)", at: .path(path))
    }
    try put(gzip.encoded(text))
  }

  private func put(_ compressed: [UInt8]) throws(Fault) {
    do throws(SystemError) {
      try file.writeAll(compressed)
    } catch {
      throw unusable(error)
    }
    bytes += compressed.count
  }

  private func unusable(_ error: SystemError) -> Fault {
    Fault(
      .recordingFailed, "the recording cannot be written: \(error)", at: .path(path),
      hint: "what was written before can be replayed")
  }
}

extension Fault.Code {
  static let recordingExists = Fault.Code("recording.exists")
  static let recordingUncreatable = Fault.Code("recording.uncreatable")
  static let recordingFailed = Fault.Code("recording.failed")
}
