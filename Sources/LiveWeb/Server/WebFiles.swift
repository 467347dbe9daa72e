internal import HTTPTypes
internal import Hummingbird
internal import LiveModel
internal import NIOCore

/// The files that never change under their address, which has a digest of all of them.
struct WebFiles: Sendable {
  private let digest: String

  private static let types = [
    "app.css": "text/css; charset=utf-8", "teams.css": "text/css; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml",
  ]

  init() {
    var digest = FNV1a()
    for asset in WebAsset.all where asset.name.hasPrefix("Assets/") { for byte in asset.bytes { digest.add(byte) } }
    self.digest = String(digest.value, radix: 36)
  }

  /// Returns the prefix of the files' addresses.
  func prefix(_ prefix: String) -> String { "\(prefix)/assets/\(digest)" }

  /// Returns the file of a path; nil if it is none of them.
  func answer(_ path: [String], _ headers: HTTPFields) -> Response? {
    let isHashed = path.count == 3 && path[0] == "assets" && path[1] == digest
    guard isHashed || path == ["icon.svg"], let name = path.last, let type = Self.types[name],
      let asset = WebAsset.named(name)
    else { return nil }
    let age = isHashed ? "public, max-age=31536000, immutable" : "public, max-age=86400"
    return Response(
      status: .ok, headers: [.contentType: type, .cacheControl: age],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
  }
}
