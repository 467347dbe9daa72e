import Testing

@testable import LiveWeb

@Suite struct CompactTextTests {
  @Test func aStyleSheetLosesCommentsAndIndentation() {
    let text = "/* One\n   comment. */\n.a {\n  color: red; /* why */\n\n  &.b { content: \"\" }\n}\n/* open"
    #expect(CompactText.styleSheet(text) == ".a {\ncolor: red;\n&.b { content: \"\" }\n}")
  }

  @Test func aScriptLosesLinesThatAreComments() {
    let text = "// One.\n/** Two. */\nfunction a() {\n  // Three.\n  return \"https://a\"; // four\n}\n"
    #expect(CompactText.script(text) == "function a() {\nreturn \"https://a\"; // four\n}")
  }

  /// The rules that the functions rely on.
  @Test func ourFilesHaveNoStringsThatWouldBeChanged() throws {
    let script = String(decoding: try #require(WebAsset.named("app.js")).bytes, as: UTF8.self)
    for line in script.split(separator: "\n") { #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(line)") }
    for name in ["app.css", "teams.css"] {
      let sheet = String(decoding: try #require(WebAsset.named(name)).bytes, as: UTF8.self)
      #expect(!sheet.contains("\"/*") && !sheet.contains("url("))
      #expect(!CompactText.styleSheet(sheet).contains("*/"))
    }
  }
}
