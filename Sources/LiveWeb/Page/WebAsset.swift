internal import CWebAssets

/// A file that is part of the program.
struct WebAsset: Sendable {
  /// Its path below `Sources/CWebAssets`.
  let name: String
  let bytes: [UInt8]

  /// All files.
  static let all: [WebAsset] = {
    var (assets, index) = ([WebAsset](), 0)
    while let asset = web_asset_at(index)?.pointee {
      assets.append(
        WebAsset(
          name: String(cString: asset.name),
          bytes: Array(UnsafeBufferPointer(start: asset.bytes, count: asset.count))))
      index += 1
    }
    return assets
  }()

  /// The texts of the templates by name: `game/play`.
  static var templates: [(name: String, text: String)] {
    all.filter { $0.name.hasPrefix("Templates/") }.map { asset in
      let name = asset.name.dropFirst("Templates/".count).split(separator: ".").first.map(String.init) ?? ""
      return (name, String(decoding: asset.bytes, as: UTF8.self))
    }
  }

  /// Returns a file of the folder `Assets`; nil if there is none.
  static func named(_ name: String) -> WebAsset? { all.first { $0.name == "Assets/\(name)" } }
}
