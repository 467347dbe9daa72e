internal import FoundationEssentials

/// Reads a text file that is small by its nature.
enum SmallFile {
  /// Why a file was not read, in few words, without its name.
  struct Refusal: Error, Equatable {
    var code: Fault.Code
    var message: String
    var hint: String?
    var isAbsent = false
  }

  /// Follows symbolic links; refuses what is no regular file, for a pipe would block and a device never ends.
  static func text(at path: String, limit: Int) throws(Refusal) -> String {
    let bytes = try bytes(at: path, limit: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Refusal(code: .configSyntax, message: "is not UTF-8", hint: "save it as UTF-8")
    }
    return text
  }

  private static func bytes(at path: String, limit: Int) throws(Refusal) -> Data {
    let tooLarge = Refusal(
      code: .configTooLarge, message: "is larger than \(limit) bytes", hint: "check that it is the right file")
    do {
      let url = URL(filePath: path).resolvingSymlinksInPath()
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw Refusal(code: .configUnreadable, message: "is not a regular file")
      }
      guard let size = attributes[.size] as? UInt64 ?? (attributes[.size] as? Int).map(UInt64.init), size <= limit
      else {
        throw tooLarge
      }
      let bytes = try Data(contentsOf: url)
      guard bytes.count <= limit else { throw tooLarge }
      return bytes
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw Refusal(reading: error)
    }
  }
}

extension SmallFile.Refusal {
  fileprivate init(reading error: any Error) {
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile:
      self.init(code: .configUnreadable, message: "does not exist", isAbsent: true)
    case .fileReadNoPermission:
      self.init(
        code: .configUnreadable, message: "may not be read by this user",
        hint: "run it as root, or let this user read it")
    default: self.init(code: .configUnreadable, message: "cannot be read")
    }
  }
}
