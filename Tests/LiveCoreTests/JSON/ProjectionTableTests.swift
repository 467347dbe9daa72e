import Testing

@testable import LiveJSON

@Suite struct ProjectionTableTests {
  private func member(_ name: String, of projection: Projection<Int>) -> Int? {
    Array(name.utf8).withUnsafeBufferPointer { projection.member($0, of: 0) }
  }

  @Test(arguments: [0, 1, 2, 23, 64])
  func findsEachMemberAndNoOther(count: Int) {
    let names = (0..<count).map { "n\(String(repeating: "a", count: $0 % 20))\($0)" }
    let projection = Projection<Int>(names.map { .flag($0) { _, _ in } })
    for (index, name) in names.enumerated() { #expect(member(name, of: projection) == index + 1) }
    for name in ["", "n", "name", "x0", "na0"] + names.map({ $0 + "x" }) where !names.contains(name) {
      #expect(member(name, of: projection) == nil)
    }
  }

  @Test func distinguishesLongNamesThatBeginAndEndAlike() {
    let names = ["aaaaaaaaXbbbbbbbb", "aaaaaaaaYbbbbbbbb", "aaaaaaaaZbbbbbbbb"]
    let projection = Projection<Int>(names.map { .flag($0) { _, _ in } })
    for (index, name) in names.enumerated() { #expect(member(name, of: projection) == index + 1) }
    #expect(member("aaaaaaaa-bbbbbbbb", of: projection) == nil)
  }

  @Test func keysAreEqualOnlyForEqualTexts() {
    let texts = (0...20).flatMap { count in
      ["a", "b"].map { String(repeating: "x", count: max(count - 1, 0)) + (count > 0 ? $0 : "") }
    }
    for left in texts {
      for right in texts { #expect((ProjectionKey(left) == ProjectionKey(right)) == (left == right)) }
    }
  }
}
