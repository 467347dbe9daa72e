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

  @Test func everyKindOfSinkHasAPage() {
    #expect(Set(GallerySink.all.map { type(of: $0.kind).name }) == Set(SinkKinds.all.map { $0.name }))
  }

  @Test func everySceneHasAPictureAndARowInTheTable() throws {
    let names = try GalleryScene.all.get().map(\.name)
    let read = { try String(contentsOfFile: "\(WireFormat.root)/\(Self.folder)/README.md", encoding: .utf8) }
    let shown = try read().matches(of: /\(pictures\/([a-z-]+)\.svg\)/).map { String($0.1) }
    #expect(shown == names)
    let drawn = try FileManager.default.contentsOfDirectory(atPath: "\(WireFormat.root)/\(Self.folder)/pictures")
    #expect(Set(drawn) == Set(names.map { "\($0).svg" }))
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
