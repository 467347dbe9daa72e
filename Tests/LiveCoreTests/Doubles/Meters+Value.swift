@testable import LiveCore

extension Meters {
  /// The lines that are scraped, without those that explain.
  var lines: [String] {
    var exposition = Exposition()
    add(to: &exposition)
    return exposition.text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// What is scraped of a series; nil when there is none.
  func value(of series: String) -> Double? {
    lines.first { $0.hasPrefix("\(series) ") }.flatMap { Double($0.dropFirst(series.count + 1)) }
  }
}
