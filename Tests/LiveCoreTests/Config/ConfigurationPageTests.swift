internal import FoundationEssentials
internal import Testing
internal import WireSchema

@testable import LiveCore

/// The configurations in `README.md` and `docs`.
@Suite struct ConfigurationPageTests {
  @Test func theExamplesAreCorrect() throws {
    let folder = try ConfigFolder()
    for name in ["my-webhook-url", "family-discord-url"] { try folder.write("https://example.org/hook", to: name) }
    try folder.write(ConfigFixture.signingSecret("c"), to: "my-webhook-secret")
    try folder.write("games", to: "ntfy-topic")
    try folder.write("secret", to: "house-password")
    let blocks = try [
      "README.md", HouseRule.program, HouseRule.configuration, "docs/home-assistant.md",
    ].flatMap { path in
      let text = try String(contentsOf: URL(filePath: "\(WireFormat.root)/\(path)"), encoding: .utf8)
      return MarkdownPage(text).blocks
    }
    let examples = blocks.filter { $0.hasPrefix("follow:") && $0.contains("\nsinks:") }
    #expect(examples.count == 5)
    for example in examples {
      let path = try folder.write(example, to: "livegamed.yaml")
      let config = try ConfigFiles.read(path: path, environment: ["CREDENTIALS_DIRECTORY": folder.path])
      #expect(!config.sinks.isEmpty)
    }
  }
}
