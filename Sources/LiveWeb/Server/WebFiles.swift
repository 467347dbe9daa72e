internal import HTTPTypes
internal import Hummingbird
internal import LiveModel
internal import NIOCore

/// The files that never change under their address, which has a digest of all of them.
struct WebFiles: Sendable {
  private let digest: String
  private let files: [String: ByteBuffer]

  private static let types = [
    "app.css": "text/css; charset=utf-8", "teams.css": "text/css; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml",
  ]

  /// The files of the program, compacted when the first page names them.
  static let ofProgram = WebFiles()

  private init() {
    var (digest, files) = (FNV1a(), [String: ByteBuffer]())
    for name in Self.types.keys.sorted() {
      guard let asset = WebAsset.named(name) else { continue }
      let text = String(decoding: asset.bytes, as: UTF8.self)
      let sent =
        name.hasSuffix(".css") ? CompactText.styleSheet(text) : name.hasSuffix(".js") ? CompactText.script(text) : text
      digest.add(sent)
      files[name] = ByteBuffer(string: sent)
    }
    (self.digest, self.files) = (String(digest.value, radix: 36), files)
  }

  /// Returns the prefix of the files' addresses.
  func prefix(_ prefix: String) -> String { "\(prefix)/assets/\(digest)" }

  /// Returns the file of a path; nil if it is none of them.
  func answer(_ path: [String], _ headers: HTTPFields) -> Response? {
    let isHashed = path.count == 3 && path[0] == "assets" && path[1] == digest
    guard isHashed || path == ["icon.svg"], let name = path.last, let type = Self.types[name],
      let file = files[name]
    else { return nil }
    let age = isHashed ? "public, max-age=31536000, immutable" : "public, max-age=86400"
    return Response(
      status: .ok, headers: [.contentType: type, .cacheControl: age],
      body: ResponseBody(byteBuffer: file))
  }
}
