import Foundation
import Testing

@testable import LiveCore

@Suite struct BodyChangeTests {
  private static let sentence = "Lópéz walks on a 3–2 pitch. 投手 replaces ⚾ nobody at all, and so on. "

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func theLaterBodyComesBackWhateverHasChanged() {
    var dice = SplitMix(seed: 3)
    var body = (0..<40).map { "\($0) " + Self.sentence }.joined()
    for _ in 0..<300 {
      var next = Array(body.unicodeScalars)
      for _ in 0..<Int.random(in: 0...3, using: &dice) {
        let place = Int.random(in: 0...next.count, using: &dice)
        if Bool.random(using: &dice) {
          next.removeSubrange(place..<min(next.count, place + Int.random(in: 0...200, using: &dice)))
        } else {
          let from = Int.random(in: 0...next.count, using: &dice)
          let moved = Array(next[from..<min(next.count, from + 150)]) + Array("é→".unicodeScalars)
          next.insert(contentsOf: moved, at: place)
        }
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: next)
      let change = BodyChange(from: bytes(body), to: bytes(text))
      #expect(change.applied(to: bytes(body), limit: 1 << 20) == bytes(text))
      body = text
    }
  }

  @Test func aSmallChangeOfALongBodyIsShort() {
    let long = (0..<2000).map { "{\"play\":\($0)}," }.joined()
    let change = BodyChange(
      from: bytes("{\"at\":1," + long + "]}"), to: bytes("{\"at\":2," + long + "{\"play\":9000},]}"))
    #expect(change.pieces.count <= 5)
    let texts = change.pieces.map { piece in if case .text(let text) = piece { text.utf8.count } else { 0 } }
    #expect(texts.reduce(0, +) < 60, "\(change.pieces.count) pieces")
  }

  @Test func textsAreCutBetweenCharacters() {
    // The bytes of é and ê differ in the last one only.
    let (old, new) = (String(repeating: "a", count: 64) + "é", String(repeating: "a", count: 64) + "ê")
    let change = BodyChange(from: bytes(old), to: bytes(new))
    #expect(change.pieces == [.copy(offset: 0, count: 64), .text("ê")])
  }

  @Test(
    arguments: [
      [.copy(offset: 2, count: 3)], [.copy(offset: 5, count: 0)], [.copy(offset: -1, count: 1)],
      [.copy(offset: 0, count: -1)], [.copy(offset: 1, count: .max)], [.copy(offset: .max, count: 1)],
      Array(repeating: .copy(offset: 0, count: 4), count: 3), [.text("12345678901")],
    ] as [[BodyChange.Piece]])
  func piecesThatDoNotFitAreRefused(pieces: [BodyChange.Piece]) {
    #expect(BodyChange(pieces: pieces).applied(to: bytes("abcd"), limit: 10) == nil)
  }

  @Test func aChangeIsShortAsJSON() throws {
    let pieces: [BodyChange.Piece] = [.copy(offset: 0, count: 12), .text("x")]
    let data = try JSONEncoder().encode(pieces)
    #expect(String(decoding: data, as: UTF8.self) == #"[[0,12],"x"]"#)
    #expect(try JSONDecoder().decode([BodyChange.Piece].self, from: data) == pieces)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([BodyChange.Piece].self, from: Data("[[1]]".utf8)) }
  }
}
