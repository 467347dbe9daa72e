import Foundation
import Testing

@testable import LiveCore

/// The fuzzer's seed inputs, unchanged and slightly damaged.
@Suite struct SocketCorpusTests {
  private static let inputs: [String: [UInt8]] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folder = tests.deletingLastPathComponent().appendingPathComponent("Fuzz/socket")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    let inputs = files.map { ($0.lastPathComponent, [UInt8]((try? Data(contentsOf: $0)) ?? Data())) }
    return Dictionary(uniqueKeysWithValues: inputs)
  }()

  @Test(arguments: inputs.keys.sorted()) func everyLineIsAnsweredCorrectly(name: String) throws {
    let input = try #require(Self.inputs[name])
    #expect(SocketDialogue(input).faults == [])
    // Transfers one byte at a time, and all at once.
    for size: UInt8 in [0, 255] {
      #expect(SocketDialogue(Array(repeating: size, count: 4) + input.dropFirst(4)).faults == [])
    }
  }

  @Test(arguments: inputs.keys.sorted()) func damagedLinesAreAnsweredCorrectly(name: String) throws {
    let input = try #require(Self.inputs[name])
    let others = Self.inputs.sorted { $0.key < $1.key }.map(\.value)
    var dice = SplitMix(seed: UInt64(input.count))
    for _ in 0..<200 {
      var broken = input
      for _ in 0...Int.random(in: 0...4, using: &dice) { Self.spoil(&broken, with: others, using: &dice) }
      #expect(SocketDialogue(broken).faults == [], "\(String(decoding: broken, as: UTF8.self))")
    }
  }

  private static func spoil(_ bytes: inout [UInt8], with others: [[UInt8]], using dice: inout SplitMix) {
    let place = Int.random(in: 0...bytes.count, using: &dice)
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: bytes.insert(UInt8.random(in: 0...255, using: &dice), at: place)
    case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &dice)
    case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &dice)))
    default: bytes.insert(contentsOf: others.randomElement(using: &dice)?.suffix(40) ?? [], at: place)
    }
  }

  @Test func thereIsAnInputForEveryAnswer() {
    let seen = Set(Self.inputs.values.flatMap { SocketDialogue($0).answers })
    let answers = ["synced", "gap", "pong", "outbox", "sinks", "retry", "drop", "error", "closed"]
    #expect(seen.isSuperset(of: answers))
  }
}
