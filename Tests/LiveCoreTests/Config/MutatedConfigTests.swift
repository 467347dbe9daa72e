internal import FoundationEssentials
internal import Testing

@testable import LiveCore
@testable import LiveModel

/// Random changes of configuration files: reading always ends, and every fault has a place.
@Suite struct MutatedConfigTests {
  /// SplitMix64: the same seed gives the same files on every machine.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let pieces = [
    "&a ", "*a", "*a : ", "<<: ", "---\n", "...\n", "!!str ", "!x ", "? ", ": ", "- ", "[", "]", "{", "}", "\t", "\n",
    "'", "\"", "#", "|\n", ">\n", "%YAML 1.1\n", "\u{FEFF}", "\u{E000}", "\u{85}", "\u{2028}", "é", "0", "null",
    "follow: ", "sinks: ", "hook: ", "\r", "\0", ", ",
  ]

  private static func mutated(_ text: String, seed: UInt64) -> String {
    var dice = Dice(state: seed)
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<Int.random(in: 1...6, using: &dice) {
      let start = Int.random(in: 0...scalars.count, using: &dice)
      let end = min(scalars.count, start + Int.random(in: 0...4, using: &dice))
      let copied = Int.random(in: 0...scalars.count, using: &dice)
      switch Int.random(in: 0..<3, using: &dice) {
      case 0: scalars.removeSubrange(start..<end)
      case 1:
        scalars.insert(contentsOf: pieces.randomElement(using: &dice)?.unicodeScalars.map(\.self) ?? [], at: start)
      default: scalars.insert(contentsOf: scalars[copied..<min(scalars.count, copied + 40)], at: start)
      }
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private func text(of fixture: ConfigFixture) throws -> String {
    let bytes = try Data(contentsOf: URL(filePath: fixture.path))
    return String(String(decoding: bytes, as: UTF8.self).prefix(4000))
  }

  /// Returns the faults of a text.
  private func faults(in text: String) -> [Fault] {
    var text = ConfigText(text, file: "mutated.yaml")
    var reader = ConfigReader(environment: ConfigFixture.environment, kinds: SinkKinds.all) { _ in }
    if let root = text.root() { reader.read(root) }
    reader.finish()
    return text.faults + reader.faults
  }

  @Test(arguments: ConfigFixture.good + ConfigFixture.bad)
  func isReadOrRefusedWithAPlace(_ fixture: ConfigFixture) throws {
    let original = try text(of: fixture)
    for seed in 0..<60 as Range<UInt64> {
      for fault in faults(in: Self.mutated(original, seed: seed)) {
        guard case .file("mutated.yaml", let line, let column) = fault.place else {
          Issue.record("seed \(seed): no place in '\(fault)'")
          continue
        }
        #expect(line >= 1 && column >= 1, "seed \(seed)")
        #expect(!fault.description.contains("\n"), "seed \(seed)")
      }
    }
  }

  /// Guards against a reader that accepts or refuses everything.
  @Test func someAreValidAndManyAreRefused() throws {
    for fixture in ConfigFixture.good { #expect(try faults(in: text(of: fixture)) == [], "\(fixture.testDescription)") }
    var (read, refused) = (0, 0)
    for fixture in ConfigFixture.good + ConfigFixture.bad {
      let original = try text(of: fixture)
      for seed in 0..<60 as Range<UInt64> {
        if faults(in: Self.mutated(original, seed: seed)).isEmpty { read += 1 } else { refused += 1 }
      }
    }
    #expect(read > 20 && refused > 1000, "\(read) read, \(refused) refused")
  }
}
