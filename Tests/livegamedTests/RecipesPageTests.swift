import Foundation
import Testing
import WireSchema

/// Each recipe of `docs/recipes.md`: its configuration is correct, and its commands print what the page shows.
@Suite struct RecipesPageTests {
  struct Recipe: Sendable, CustomTestStringConvertible {
    var title: String
    var configuration: String
    var console: String

    var testDescription: String { title }

    /// The commands with their last line of output.
    var tries: [(command: String, result: String)] {
      let lines = console.split(separator: "\n").map(String.init)
      return lines.indices.filter { lines[$0].hasPrefix("$ ") }.map { start in
        let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("$ ") } ?? lines.endIndex
        return (String(lines[start].dropFirst(2)), lines[end - 1])
      }
    }
  }

  static let recipes: [Recipe] = {
    let page = (try? String(contentsOfFile: "\(WireFormat.root)/docs/recipes.md", encoding: .utf8)) ?? ""
    return page.components(separatedBy: "\n## ").dropFirst().map { text in
      Recipe(
        title: String(text.prefix { $0 != "\n" }), configuration: block("yaml", of: text),
        console: block("console", of: text))
    }
  }()

  private static func block(_ language: String, of text: String) -> String {
    guard let start = text.range(of: "```\(language)\n"),
      let end = text.range(of: "```", range: start.upperBound..<text.endIndex)
    else { return "" }
    return String(text[start.upperBound..<end.lowerBound])
  }

  /// Values of the credentials in the recipes, by the ends of their names.
  private static let credentials = [
    "discord-url": "https://discord.com/api/webhooks/1/abc", "webhook": "http://127.0.0.1:8123/api/webhook/abc",
    "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "topic": "abc", "token": "123:abc",
  ]

  @Test func thePageHasRecipes() {
    #expect(Self.recipes.count >= 10)
    #expect(Self.recipes.allSatisfy { !$0.configuration.isEmpty && !$0.tries.isEmpty })
  }

  @Test(arguments: recipes) func aRecipeIsCorrectAndDoesWhatItSays(recipe: Recipe) throws {
    let folder = NSTemporaryDirectory() + "livegamed-recipe-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try recipe.configuration.write(toFile: "\(folder)/livegamed.yaml", atomically: true, encoding: .utf8)
    for match in recipe.configuration.matches(of: /\$\{credential:([a-z-]+)\}/) {
      let name = String(match.1)
      let value = try #require(Self.credentials.first { name.hasSuffix($0.key) }?.value, "\(name)")
      try value.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    let checked = try run("livegamed check-config", in: folder)
    #expect(checked.status == 0 && checked.error.isEmpty, "\(checked)")
    for (command, result) in recipe.tries {
      let answer = try run(command, in: folder)
      #expect(answer.output.split(separator: "\n").last.map(String.init) == result, "\(command): \(answer)")
    }
  }

  private func run(_ command: String, in folder: String) throws -> Program.Ending {
    try Program.shell(
      "\(command.replacing("livegamed", with: RunningDaemon.program, maxReplacements: 1)) --config livegamed.yaml",
      ["CREDENTIALS_DIRECTORY": folder], in: folder)
  }
}
