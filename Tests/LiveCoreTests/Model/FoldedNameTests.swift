internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct FoldedNameTests {
  @Test(arguments: [
    ("Jose Ramirez", "José Ramírez"), ("JOSE RAMIREZ", "josé ramírez"), ("Jose\u{301} Rami\u{301}rez", "José Ramírez"),
    ("Ronald Acuna Jr.", "Ronald Acuña Jr."), ("  Shohei   Ohtani ", "Shohei\u{A0}Ohtani"),
    ("Travis d'Arnaud", "Travis d’Arnaud"), ("Isiah Kiner-Falefa", "Isiah Kiner\u{2011}Falefa"),
    ("Dorde Lukas", "Đorđe Łukáš"), ("Soren Aegir", "Søren Ægir"), ("Strasse", "STRAẞE"), ("Strasse", "Straße"),
    ("Oeuvre", "œuvre"), ("Istanbul", "İstanbul"), ("Isik", "ışık"), ("Thor Gudmundsson", "Þór Guðmundsson"),
    ("Nguyen", "Nguyễn"), ("Nguyen", "Nguye\u{302}\u{303}n"), ("Юрий", "ЮРИЙ"), ("Юрий", "Юри\u{438}\u{306}"),
    ("大谷 翔平", "大谷\u{3000}翔平"),
  ])
  func isEqualInEverySpelling(left: String, right: String) {
    #expect(FoldedName(left) == FoldedName(right))
    #expect(FoldedName(left).hashValue == FoldedName(right).hashValue)
  }

  @Test(arguments: [
    ("Vladimir Guerrero", "Vladimir Guerrero Jr."), ("Jose Ramirez", "Jose Ramires"), ("JoseRamirez", "Jose Ramirez"),
    ("Юрий", "Юрии"), ("か", "が"), ("Dane", "Dané X"), ("", "A"),
  ])
  func differsIfALetterDiffers(left: String, right: String) {
    #expect(FoldedName(left) != FoldedName(right))
  }

  /// All letters of Latin-1, Latin Extended-A and Vietnamese: none keeps a mark or stays in upper case.
  @Test(arguments: [0xC0...0x17F, 0x1E00...0x1EFF] as [ClosedRange<UInt32>])
  func turnsLatinLettersIntoASCII(block: ClosedRange<UInt32>) {
    let letters = block.compactMap(Unicode.Scalar.init).filter { $0.properties.isAlphabetic }
    #expect(letters.count > 100)
    // Letters that no language uses in names today, and that have no base letter.
    let medieval: Set<UInt32> = [0x1E9C, 0x1E9D, 0x1E9F, 0x1EFA, 0x1EFB, 0x1EFC, 0x1EFD, 0x1EFE, 0x1EFF]
    for letter in letters where !medieval.contains(letter.value) {
      let text = FoldedName(String(Character(letter))).text
      #expect(!text.isEmpty && text.utf8.allSatisfy { (97...122).contains($0) || $0 == 39 }, "\(letter): \(text)")
    }
  }

  @Test func dropsEveryCombiningMarkOfALatinLetter() {
    for value in 0x300...0x36F as ClosedRange<UInt32> {
      let name = String(String.UnicodeScalarView(["e", "x"].flatMap { [$0, Unicode.Scalar(value)!] }))
      #expect(FoldedName(name) == FoldedName("ex"), "\(String(value, radix: 16))")
    }
  }
}
