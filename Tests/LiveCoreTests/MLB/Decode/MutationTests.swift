import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Bodies with a few wrong bytes: none may crash, and the result must not depend on the chunks.
@Suite struct MutationTests {
  private static let marks = Array(#"{}[]",:\0-e"#.utf8)

  private enum Outcome: Equatable {
    case snapshot(GameSnapshot)
    case fault(DecodeFault)
  }

  private func outcome(_ body: [UInt8], _ chunking: Chunking) -> Outcome {
    do { return .snapshot(try chunking.snapshot(body)) } catch { return .fault(error) }
  }

  private func mutated(_ body: [UInt8], _ generator: inout SplitMix) -> [UInt8] {
    var body = body
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: body.indices, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: body[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: body[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2: body.remove(at: place)
      case 3: body.insert(Self.marks[Int.random(in: 0..<Self.marks.count, using: &generator)], at: place)
      default: body.replaceSubrange(place..<min(place + 8, body.count), with: Array("null".utf8))
      }
    }
    return body
  }

  @Test(arguments: 0..<10)
  func theResultDoesNotDependOnTheChunks(seed: Int) {
    var generator = SplitMix(seed: UInt64(seed))
    var agreed = 0
    for _ in 0..<100 {
      let body = mutated(FeedJSON.smallBytes, &generator)
      let whole = outcome(body, .every(.max))
      for chunking in [Chunking.every(1), .every(16), .random(seed: UInt64(seed), limit: 40)] {
        #expect(outcome(body, chunking) == whole)
      }
      // Both decoders agree on bodies that both accept; each is stricter than the other somewhere.
      if case .snapshot(let snapshot) = whole, snapshot.ignored.count == 0,
        let expected = try? Oracle.snapshot(Data(body))
      {
        #expect(snapshot == expected)
        agreed += 1
      }
    }
    #expect(agreed > 5)
  }

  @Test(.enabled(if: !SharedData.feeds.isEmpty))
  func mutationsOfARealFeedDoNotCrash() throws {
    let body = try JSONTree(Array(SharedData.json(#require(SharedData.feeds.first)))).trimmed(
      to: Set(MLBFeedFields.list.split(separator: ",").map(String.init))
    ).bytes
    var generator = SplitMix(seed: 99)
    for _ in 0..<50 {
      let damaged = mutated(body, &generator)
      #expect(outcome(damaged, .every(4096)) == outcome(damaged, .every(.max)))
    }
  }
}
