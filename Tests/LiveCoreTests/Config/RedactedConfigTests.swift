import Foundation
import Testing

@testable import LiveCore

@Suite struct RedactedConfigTests {
  private func redacted(_ text: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/livegamed.yaml"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return withExtendedLifetime(folder) { Array(RedactedConfig.lines(of: path).dropFirst()) }
  }

  @Test func secretsAddressesAndCommentsAreLeftOut() throws {
    let lines = try redacted(
      """
      # The old one was https://discord.com/api/webhooks/1/comment
      follow: {teams: [BOS], players: ["Shohei Ohtani", 592450]}
      sinks:
        family-discord: {type: discord, url: "https://discord.com/api/webhooks/1/written", delay: 35s}
        my-phone:
          type: ntfy
          url: https://ntfy.sh
          topic: written
          token: "${credential:phone}"
        program: {type: webhook, url: "${env:HOOK}", secret: ["whsec_written", "${file:/old}"]}
        lights: {type: exec, command: [/usr/bin/lights, written]}
      routes:
        - {teams: [BOS], innings: 7+, sinks: [my-phone]}
        - sinks: [program, lights]
      """)
    #expect(
      lines == [
        "follow:", "  teams: [BOS]", "  players: [\"Shohei Ohtani\", 592450]",
        "sinks:", "  family-discord:", "    type: discord", "    url: [redacted]", "    delay: 35s",
        "  my-phone:", "    type: ntfy", "    url: [redacted]", "    topic: [redacted]",
        #"    token: "${credential:phone}""#,
        "  program:", "    type: webhook", #"    url: "${env:HOOK}""#, #"    secret: [[redacted], "${file:/old}"]"#,
        "  lights:", "    type: exec", "    command: [[redacted], [redacted]]",
        "routes:", "  - teams: [BOS]", "    innings: 7+", "    sinks: [my-phone]", "  - sinks: [program, lights]",
      ])
  }

  /// A secret may stand at any place of a wrong file.
  @Test(arguments: [
    "written", "- written", "written: 1", "follow: {written: 1}", "follow: {token: written}",
    "follow: {teams: [https://written]}", "source: {mlb: {base_url: 'https://written@host'}}",
    "source: {mlb: {base_url: 'https://host/?written'}}", "source: {nba: {numbers: {key: written}}}",
    "source: {nba: {numbers: written}}", "source: {nba: {numbers: {base_url: 'https://written@host'}}}",
    "sinks: written", "sinks: [written]", "sinks: {den: written}", "sinks: {den: [written]}",
    "sinks: {https://written: {type: ntfy}}", "sinks: [{written: 1}]", "sinks: {den: {type: {written: 1}}}",
    "sinks: {den: {uri: written}}", "sinks: {den: {url: {secret: written}}}",
    "sinks: {den: {format: 'https://written'}}", "routes: written", "routes: [written]", "routes: [[written]]",
    "routes: [{sinks: [{url: written}]}]", "sinks: {den: {url: '${env:A}written'}}", "sinks: {den: {url: written",
    "url: written\nurl: written",
  ])
  func aMisplacedSecretIsLeftOut(text: String) throws {
    #expect(try !redacted(text).joined().contains("written"))
  }

  /// Fails when a key is added and its secrecy is not stated.
  @Test(arguments: ["everything", "routes", "sinks"]) func everyKeyIsKnown(name: String) throws {
    let path = "\(ConfigFixture.folder)/good/\(name).yaml"
    let lines = RedactedConfig.lines(of: path)
    #expect(lines.count > 10 && !lines.contains { $0.contains("[unknown key]") }, "\(lines)")
  }

  @Test func aMissingFileIsNamed() {
    #expect(
      RedactedConfig.lines(of: "/none/livegamed.yaml") == ["# /none/livegamed.yaml", "# this file does not exist"])
  }
}
