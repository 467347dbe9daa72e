internal import FoundationEssentials
internal import Testing
internal import WireSchema

@testable import LiveCore

/// Compares `packaging/man/livegamed.yaml.5` with `docs/configuration.md` and with the keys that are read.
@Suite struct ConfigurationManualTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(WireFormat.root)/\(path)"), encoding: .utf8)
  }

  /// Returns each row of the table of keys: the key, and its default and example as far as they are code.
  private func rows() throws -> [(key: Substring, standard: Substring?, example: Substring?)] {
    let table = try text("docs/configuration.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
    return table.map { $0.split(separator: " | ") }.filter { $0.count == 4 }.compactMap { cells in
      code(cells[0].dropFirst(2)).map { ($0, code(cells[2]), code(cells[3])) }
    }
  }

  /// Returns the code between backticks at the beginning of a cell.
  private func code(_ cell: Substring) -> Substring? {
    cell.hasPrefix("`") ? cell.dropFirst().prefix { $0 != "`" } : nil
  }

  @Test func hasEveryKeyWithItsDefaultAndExample() throws {
    let texts = try ManualPage(text(HouseRule.configurationManual)).texts
    let rows = try rows()
    #expect(rows.count > 45)
    for (key, standard, example) in rows {
      let text = texts[key] ?? ""
      #expect(!text.isEmpty, "\(key)")
      let name = key.split(separator: ".").last ?? key
      if let standard { #expect([".", ","].contains { text.contains("Default: \(standard)\($0)") }, "\(key)") }
      if let example { #expect(text.hasSuffix("\(name): \(example)"), "\(key)") }
    }
  }

  @Test func theExamplesOfTheManualsAreValid() throws {
    let folder = try ConfigFolder()
    for name in ["hook-url", "discord-den"] { try folder.write("https://example.org/hook", to: name) }
    try folder.write(ConfigFixture.signingSecret("c"), to: "hook-secret")
    try folder.write("games", to: "ntfy-topic")
    let pages = try [HouseRule.programManual, HouseRule.configurationManual].map { ManualPage(try text($0)) }
    let examples = pages.flatMap(\.displays).filter { $0.hasPrefix("follow:") }
    #expect(examples.count == 3)
    for example in examples {
      let path = try folder.write(example, to: "livegamed.yaml")
      let config = try ConfigFiles.read(path: path, environment: ["CREDENTIALS_DIRECTORY": folder.path])
      #expect(!config.sinks.isEmpty)
    }
  }
}
