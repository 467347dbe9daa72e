@testable import LiveCore

extension Meters {
  /// The scraped lines, without comments.
  var lines: [String] {
    var exposition = Exposition()
    add(to: &exposition)
    return exposition.text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// Returns the scraped value of a series; nil if there is none.
  func value(of series: String) -> Double? {
    lines.first { $0.hasPrefix("\(series) ") }.flatMap { Double($0.dropFirst(series.count + 1)) }
  }
}
