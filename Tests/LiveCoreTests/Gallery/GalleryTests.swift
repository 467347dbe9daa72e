import Foundation
import Testing
import WireSchema

@testable import LiveCore

/// `docs/gallery` shows the messages of every kind of sink. `make golden` writes it.
@Suite(.timeLimit(.minutes(5))) struct GalleryTests {
  private static let folder = "docs/gallery"

  @Test(arguments: GallerySink.all) func aPageShowsTheSentMessages(sink: GallerySink) async throws {
    var run = try GalleryRun(sink)
    let page = try await run.page().lines()
    try GoldenFile(path: "\(Self.folder)/\(sink.page).json").check(page)
  }

  /// Only `mqtt` has none, because it sends no requests: `MQTTDiscoveryTests` has golden files of its devices.
  @Test func everyKindOfSinkHasAPage() {
    let kinds = Set(SinkKinds.all.map { $0.name }).subtracting([MQTTSettings.name])
    #expect(Set(GallerySink.all.map { type(of: $0.kind).name }) == kinds)
  }

  @Test func everySceneHasAPictureAndARowInTheTable() throws {
    let names = try GalleryScene.all.get().map(\.name)
    let page = try String(contentsOfFile: "\(WireFormat.root)/\(Self.folder)/README.md", encoding: .utf8)
    let (light, dark) = (
      page.matches(of: /src="pictures\/([a-z-]+)-light\.webp"/).map { String($0.1) },
      page.matches(of: /srcset="pictures\/([a-z-]+)-dark\.webp"/).map { String($0.1) }
    )
    #expect(light == names && dark == names)
    let drawn = try FileManager.default.contentsOfDirectory(atPath: "\(WireFormat.root)/\(Self.folder)/pictures")
    let expected = (names + ["watch-board"]).flatMap { ["\($0)-light.webp", "\($0)-dark.webp"] } + ["sources.json"]
    #expect(Set(drawn) == Set(expected))
  }

  /// The packages install `docs/*.md`, but not the gallery. `make install` turns links to it into plain text.
  @Test func installedPagesShowNoPictures() throws {
    let folder = "\(WireFormat.root)/docs"
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
    #expect(!pages.isEmpty)
    for page in pages {
      let text = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
      #expect(!text.contains("gallery/pictures/"), "\(page)")
    }
  }

  @Test func everyPageBelongsToASink() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(WireFormat.root)/\(Self.folder)")
    let pages = files.filter { $0.hasSuffix(".json") }
    #expect(Set(pages) == Set(GallerySink.all.map { "\($0.page).json" }))
  }

  @Test(arguments: [
    ("{\"a\":1}", 20, ["{\"a\": 1}"]),
    (
      "{\"a\":[1,22,333],\"b\":\"x\"}", 12,
      ["{", "  \"a\": [", "    1,", "    22,", "    333", "  ],", "  \"b\": \"x\"", "}"]
    ),
    ("[\"long enough\"]", 5, ["[", "  \"long enough\"", "]"]),
  ])
  func shortValuesAreOnOneLine(body: String, width: Int, lines: [String]) {
    #expect(JSONTree(Array(body.utf8)).lines(width: width) == lines)
  }
}
