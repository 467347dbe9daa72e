internal import LiveModel

/// The league's number of a game: ten digits, of which livegamed keeps the number.
///
/// `0022500776`: `00` is the league, `2` the kind of game, `25` the year in which the season began.
enum GameNumber {
  static let bounds = 1...9_999_999_999

  /// Parses ten digits. Fails for any other text.
  static func parse(_ text: String) -> Int? {
    guard text.utf8.count == 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text, in: bounds)
  }

  /// Returns the ten digits.
  static func text(_ number: Int) -> String {
    let digits = String(max(0, number))
    return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
  }

  /// Returns the kind of game as events name it.
  static func kind(_ number: Int) -> String {
    switch number / 10_000_000 % 10 {
    case 1: "preseason"
    case 3: "all_star"
    case 4: "playoffs"
    case 5: "play_in"
    case 6: "cup_final"
    default: "season"
    }
  }
}
