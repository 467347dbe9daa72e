internal import Foundation
internal import Testing

@testable import LiveCore
@testable import LiveModel

/// Routes that a `follow` in another file limits.
@Suite struct FollowElsewhereTests {
  private let folder: ConfigFolder

  init() throws { folder = try ConfigFolder() }

  private static let sinks = "sinks: {a: {type: exec, command: [/bin/true]}}\n"
  private static let noHitter = "{tags: [no_hitter_watch, no_hitter], sinks: [a]}"

  private func config(_ main: String, _ dropIn: String) throws -> Config {
    let path = try folder.write(Self.sinks + main, to: "livegamed.yaml")
    try folder.write(dropIn, to: "livegamed.d/family-discord.yaml")
    return try ConfigFiles.read(path: path, environment: [:])
  }

  private func warnings(_ main: String, _ dropIn: String) throws -> [String] {
    try config(main, dropIn).reading.warnings.map { $0.description.replacing("\(folder.path)/", with: "") }
  }

  private static let advice = "remove that 'follow' to get other games too, or name the teams in the route"

  @Test func aRouteWithoutTeamsIsWarnedOf() throws {
    #expect(
      try warnings("routes: [\(Self.noHitter)]", "follow: {teams: [BOS]}") == [
        "livegamed.yaml:2:10: 'follow' in livegamed.d/family-discord.yaml limits this route to games of BOS; "
          + "\(Self.advice) [config.limited-route]"
      ])
    #expect(
      try warnings("follow: {teams: [BOS], players: [660271]}", "routes: [\(Self.noHitter)]") == [
        "livegamed.d/family-discord.yaml:1:10: 'follow' in livegamed.yaml limits this route to games of BOS, and events "
          + "with 660271; \(Self.advice) [config.limited-route]"
      ])
  }

  @Test func thereIsOneWarningForEachFile() throws {
    let routes = "routes: [\(Self.noHitter), {teams: [BOS], sinks: [a]}, {importance: 3+, sinks: [a]}]"
    let found = try warnings(routes, "follow: {teams: [BOS]}")
    #expect(found.count == 1 && found[0].contains("limits this route and 1 more in this file to games of BOS"))
  }

  @Test(arguments: [
    ("routes: [{teams: [BOS], tags: [scoring], sinks: [a]}]", "follow: {teams: [BOS]}"),
    ("routes: [{batting: [BOS], tags: [scoring], sinks: [a]}]", "follow: {teams: [BOS]}"),
    ("routes: [{players: [660271], sinks: [a]}]", "follow: {players: [660271]}"),
    ("follow: {teams: [BOS]}\nroutes: [\(noHitter)]", "log: {max_size: 1GiB}"),
    ("follow: {teams: [BOS]}\nroutes: [\(noHitter)]", "follow: {teams: [NYY]}"),
    ("routes: [\(noHitter)]", "follow: {teams: []}"), ("routes: [\(noHitter)]", "follow:"),
    ("follow: {teams: [BOS]}", "follow: {teams: []}\nroutes: [\(noHitter)]"),
    ("routes: [{tags: [mound_visit], stop: true}, {teams: [BOS], sinks: [a]}]", "follow: {teams: [BOS]}"),
  ])
  func aRouteThatSaysWhatItGetsIsNotWarnedOf(main: String, dropIn: String) throws {
    #expect(try warnings(main, dropIn) == [])
  }
}
