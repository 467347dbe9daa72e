internal import LiveModel
internal import LivePlatform

/// Reads a text file with a size limit.
package enum SmallFile {
  /// The reason why a file was not read. The message follows the name of the file in a sentence.
  package struct Refusal: Error, Equatable {
    var code: Fault.Code
    package var message: String
    package var hint: String?
    var isAbsent = false
    /// Whether this user may not read the file.
    var isForbidden = false
  }

  /// Reads a regular file of at most `limit` bytes. Follows symbolic links.
  package static func text(at path: String, limit: Int) throws(Refusal) -> String {
    let bytes: [UInt8]
    do throws(RegularFile.Refusal) {
      bytes = try RegularFile.read(path, limit: limit)
    } catch {
      throw Refusal(error, limit: limit)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Refusal(code: .configSyntax, message: "is not UTF-8", hint: "save it as UTF-8")
    }
    return text
  }
}

extension SmallFile.Refusal {
  fileprivate init(_ refusal: RegularFile.Refusal, limit: Int) {
    switch refusal {
    case .notRegular: self.init(code: .configUnreadable, message: "is not a regular file")
    case .tooLarge:
      self.init(
        code: .configTooLarge, message: "is larger than \(limit) bytes", hint: "check that it is the right file")
    case .failed(let error) where error.isAbsence:
      self.init(code: .configUnreadable, message: "does not exist", isAbsent: true)
    case .failed(let error) where error.kind == .denied:
      self.init(
        code: .configUnreadable, message: "may not be read by this user",
        hint: "run the same command with sudo, or let this user read it", isForbidden: true)
    case .failed: self.init(code: .configUnreadable, message: "cannot be read")
    }
  }
}
