import Testing

/// Checks the source files against the rules of `CONTRIBUTING.md`.
@Suite struct HouseRulesTests {
  @Test(arguments: HouseRule.all) func theSourcesFollowTheRule(rule: HouseRule) throws {
    let found = rule.findings(try SourceTree.project.get())
    #expect(found.isEmpty, "\(rule):\n\(found.map(\.description).joined(separator: "\n"))")
  }

  @Test func allSourcesAreRead() throws {
    let tree = try SourceTree.project.get()
    #expect(tree.core.contains { $0.path == "Sources/LiveModel/Event.swift" })
    #expect(tree.files.contains { $0.target == "livegamed" })
  }

  @Test(arguments: HouseSample.broken) func aBrokenRuleIsFound(sample: HouseSample) throws {
    let found = try sample.findings()
    #expect(found.map(\.line) == sample.lines, "\(found)")
    #expect(found.allSatisfy { $0.path == sample.path })
  }

  @Test(arguments: HouseSample.kept) func aSampleThatOnlyLooksBrokenIsAccepted(sample: HouseSample) throws {
    let found = try sample.findings()
    #expect(found.isEmpty, "\(found)")
  }

  @Test(arguments: HouseRule.all) func everyRuleHasABrokenSample(rule: HouseRule) {
    #expect(HouseSample.broken.contains { $0.rule == rule.description })
  }

  @Test func theFoldersHaveNoCycle() {
    for folder in SourceFolder.allCases where folder != .daemon {
      #expect(!reachable(from: folder).contains(folder), "\(folder.rawValue) reaches itself")
    }
  }

  private func reachable(from folder: SourceFolder) -> Set<SourceFolder> {
    var (reached, next) = (Set<SourceFolder>(), folder.mayUse)
    while !next.isEmpty {
      reached.formUnion(next)
      next = Set(next.flatMap(\.mayUse)).subtracting(reached)
    }
    return reached
  }
}
