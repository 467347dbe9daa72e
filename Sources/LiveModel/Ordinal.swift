/// English ordinal numbers: `1st`, `2nd`, `3rd`, `11th`.
package enum Ordinal {
  package static func text(of number: Int) -> String {
    switch (number % 100, number % 10) {
    case (11...13, _): "\(number)th"
    case (_, 1): "\(number)st"
    case (_, 2): "\(number)nd"
    case (_, 3): "\(number)rd"
    default: "\(number)th"
    }
  }
}
