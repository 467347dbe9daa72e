internal import FoundationEssentials
public import LiveModel
internal import LivePlatform

/// The texts of all credentials of the service by name, which replace those that systemd passed from the same folder at
/// the start.
public struct Credentials: Equatable, Sendable {
  private var texts: [String: Secret]

  /// No credentials: those of the start are no longer valid.
  public init() { texts = [:] }

  /// The folder from which the systemd unit loads credentials.
  public static let folder = "/etc/livegamed/credentials"

  /// The most bytes of all of them as a JSON object, so that they fit into one request.
  static let limit = 60 << 10

  /// Reads the files of a folder and of those below it, as `LoadCredential=` does: each regular file is a credential named
  /// after its path, with `_` for each `/`. Symbolic links and names that begin with a dot are skipped. So is a file that
  /// is no UTF-8, because no configuration can name it.
  ///
  /// - Parameter folder: the path of the folder; there are no credentials if it does not exist.
  /// - Returns: the credentials.
  /// - Throws: `config.secret` if the folder or a file cannot be read, or if all of them together are too large.
  public static func read(from folder: String = folder) throws(Fault) -> Credentials {
    let files = FileManager.default
    var credentials = Credentials()
    let root = URL(filePath: folder).resolvingSymlinksInPath().path
    guard files.fileExists(atPath: root) else { return credentials }
    guard let paths = try? files.subpathsOfDirectory(atPath: root) else {
      throw Fault(.configSecret, "the credentials cannot be read", at: .path(folder))
    }
    let tooLarge = Fault(.configSecret, "as JSON, the credentials exceed \(limit) bytes", at: .path(folder))
    for path in paths where !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
      let file = "\(root)/\(path)"
      guard let attributes = try? files.attributesOfItem(atPath: file),
        attributes[.type] as? FileAttributeType == .typeRegular
      else { continue }
      do throws(SmallFile.Refusal) {
        let name = path.split(separator: "/").joined(separator: "_")
        credentials.texts[name] = Secret(try SmallFile.text(at: file, limit: limit))
      } catch {
        switch error.code {
        case .configTooLarge: throw tooLarge
        case _ where error.isAbsent || error.code == .configSyntax: continue
        default: throw Fault(.configSecret, "the credential \(error.message)", at: .path(file))
        }
      }
    }
    guard let encoded = try? JSONEncoder().encode(credentials), encoded.count <= limit else { throw tooLarge }
    return credentials
  }

  /// The names of all credentials, sorted.
  var names: [String] { texts.keys.sorted() }

  /// The text of a credential; nil if there is none of this name.
  subscript(name: String) -> String? { texts[name]?.reveal { $0 } }
}

extension Credentials: Codable {
  /// Decodes an object with one text for each name.
  public init(from decoder: any Decoder) throws {
    texts = try decoder.singleValueContainer().decode([String: String].self).mapValues { Secret($0) }
  }

  /// Encodes the form that `init(from:)` decodes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(texts.mapValues { $0.reveal { $0 } })
  }
}
