import Foundation
import Testing

@testable import LiveCore

/// The fuzzer's seed inputs, unchanged and slightly damaged.
@Suite struct FuzzCorpusTests {
  private static let inputs: [FuzzTarget: [String: [UInt8]]] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folder = tests.deletingLastPathComponent().appendingPathComponent("Fuzz")
    let inputs = FuzzTarget.allCases.map { target in
      let own = folder.appendingPathComponent(target.rawValue)
      let more = target == .configuration ? ["good", "bad"].map { URL(filePath: "\(ConfigFixture.folder)/\($0)") } : []
      return (target, ([own] + more).reduce(into: [:]) { $0.merge(files(in: $1)) { first, _ in first } })
    }
    return Dictionary(uniqueKeysWithValues: inputs)
  }()

  private static func files(in folder: URL) -> [String: [UInt8]] {
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    let inputs = files.map { ($0.lastPathComponent, [UInt8]((try? Data(contentsOf: $0)) ?? Data())) }
    return Dictionary(uniqueKeysWithValues: inputs)
  }

  @Test(arguments: FuzzTarget.allCases) func seedInputsViolateNothing(target: FuzzTarget) throws {
    let inputs = try #require(Self.inputs[target])
    #expect(inputs.count >= 5)
    for (name, input) in inputs { #expect(target.faults(of: input) == [], "\(name)") }
  }

  @Test(arguments: FuzzTarget.allCases) func damagedSeedInputsViolateNothing(target: FuzzTarget) throws {
    let inputs = try #require(Self.inputs[target]).sorted { $0.key < $1.key }.map(\.value)
    var dice = SplitMix(seed: 5)
    for input in inputs {
      for _ in 0..<20 {
        var broken = input
        for _ in 0...Int.random(in: 0...4, using: &dice) { Self.spoil(&broken, with: inputs, using: &dice) }
        #expect(target.faults(of: broken) == [], "\(String(decoding: broken, as: UTF8.self))")
      }
    }
  }

  private static func spoil(_ bytes: inout [UInt8], with others: [[UInt8]], using dice: inout SplitMix) {
    let place = Int.random(in: 0...bytes.count, using: &dice)
    switch Int.random(in: 0..<5, using: &dice) {
    case 0: bytes.insert(UInt8.random(in: 0...255, using: &dice), at: place)
    case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &dice)
    case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &dice)))
    case 3: bytes.insert(contentsOf: largest.randomElement(using: &dice) ?? [], at: place)
    default: bytes.insert(contentsOf: others.randomElement(using: &dice)?.suffix(40) ?? [], at: place)
    }
  }

  private static let largest = ["9223372036854775807", "-9223372036854775808", "99999999999999999999", "1e400", "nan"]
    .map { Array($0.utf8) }

  @Test func theMakefileFuzzesEveryTarget() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let makefile = tests.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Makefile")
    let line = try String(contentsOf: makefile, encoding: .utf8).split(separator: "\n").first {
      $0.hasPrefix("FUZZ_TARGETS := ")
    }
    let targets = try #require(line).split(separator: " ").dropFirst(2).map(String.init)
    #expect(targets == FuzzTarget.allCases.map(\.rawValue))
  }
}
