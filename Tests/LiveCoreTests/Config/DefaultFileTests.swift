internal import FoundationEssentials
internal import Testing

@testable import LiveCore

/// `packaging/livegamed.yaml`, the file that is installed.
@Suite struct DefaultFileTests {
  private let text: String
  private let documentation: String

  init() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    text = try String(contentsOf: root.appending(path: "packaging/livegamed.yaml"), encoding: .utf8)
    documentation = try String(contentsOf: root.appending(path: "docs/configuration.md"), encoding: .utf8)
  }

  /// A setting begins right after its `#`, or is indented by two or more; words to read are one space away.
  private var uncommented: String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let rest = line.dropFirst()
      let isProse = rest.isEmpty || (rest.hasPrefix(" ") && !rest.hasPrefix("  "))
      return String(isProse ? line : rest)
    }.joined(separator: "\n")
  }

  private func read(_ text: String) throws -> Config {
    let folder = try ConfigFolder()
    try folder.write(ConfigFixture.signingSecret("c"), to: "hook-secret")
    let path = try folder.write(text, to: "livegamed.yaml")
    return try ConfigFiles.read(path: path, environment: ["CREDENTIALS_DIRECTORY": folder.path])
  }

  @Test func setsNothingAsItStands() throws {
    #expect(try read(text) == Config.default)
  }

  @Test func namesTheDefaultsWithoutItsCommentMarks() throws {
    var expected = Config.default
    expected.stateDirectory = "/var/lib/livegamed"
    expected.socket = .init(path: "/run/livegamed/livegamed.sock", mode: 0o660, group: "livegame-clients")
    var hook = SinkSettings(name: "hook", kind: .webhook, url: Secret("https://example.org/hook"))
    hook.secrets = [Secret(ConfigFixture.signingSecret("c"))]
    expected.sinks = [hook]
    expected.routes = [Rule(sinks: ["hook"])]
    #expect(try read(uncommented) == expected)
  }

  @Test func hasNoKeyThatTheDocumentationPassesOver() {
    let lines = uncommented.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let keys = lines.compactMap { $0.split(separator: ":").first?.drop { $0 == " " } }.filter { !$0.hasPrefix("-") }
    #expect(keys.count > 25)
    for key in keys where key != "hook" {
      #expect(["`\(key)", ".\(key)"].contains(where: documentation.contains), "\(key)")
    }
  }

  @Test func isAllComments() {
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
  }
}
