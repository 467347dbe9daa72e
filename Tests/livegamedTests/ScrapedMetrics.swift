import Foundation
import Testing

/// Prometheus's text format 0.0.4, parsed more strictly than Prometheus does.
struct ScrapedMetrics {
  private(set) var values: [String: Double] = [:]
  private var kinds: [Substring: Substring] = [:]

  struct Malformed: Error { let line: Substring }

  /// Throws at the first invalid line, at a series that appears twice, and at one in the wrong family.
  init(_ text: String) throws {
    #expect(text.hasSuffix("\n"))
    var (family, helped): (Substring, Substring) = ("", "")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if let help = line.wholeMatch(of: /# HELP ([a-z_]+) \S.*/) {
        helped = help.1
      } else if let type = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge|histogram)/) {
        guard type.1 == helped, kinds.updateValue(type.2, forKey: type.1) == nil else { throw Malformed(line: line) }
        family = type.1
      } else {
        try add(line, of: family)
      }
    }
    try checkHistograms()
  }

  private mutating func add(_ line: Substring, of family: Substring) throws {
    let series = /([a-z_]+)(\{[a-z]+="(?:[^"\\]|\\[\\n"])*"(?:,[a-z]+="(?:[^"\\]|\\[\\n"])*")*\})? ([-+.0-9e]+|\+Inf)/
    guard let match = line.wholeMatch(of: series), let value = Double(match.3 == "+Inf" ? "inf" : match.3),
      (kinds[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]).contains(where: { match.1 == family + $0 }),
      kinds[family] == "gauge" || value >= 0,
      values.updateValue(value, forKey: String(match.1 + (match.2 ?? ""))) == nil
    else { throw Malformed(line: line) }
  }

  /// Checks that buckets never decrease and that the last equals the count.
  private func checkHistograms() throws {
    for (family, _) in kinds.filter({ $0.value == "histogram" }) {
      let counts = values.filter { $0.key.hasPrefix("\(family)_count") }
      #expect(!counts.isEmpty)
      for (name, count) in counts {
        let labels = name.dropFirst(family.count + "_count".count).dropFirst().dropLast()
        let head = "\(family)_bucket{\(labels)\(labels.isEmpty ? "" : ",")le=\""
        let buckets = values.filter { $0.key.hasPrefix(head) }.map { key, value in
          (bound: Double(key.dropFirst(head.count).dropLast(2).replacing("+Inf", with: "inf")) ?? .nan, count: value)
        }.sorted { $0.bound < $1.bound }
        #expect(buckets.count > 2 && buckets.last?.bound == .infinity && buckets.last?.count == count, "\(name)")
        #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0.count <= $1.count }, "\(name)")
        #expect(values["\(family)_sum\(name.dropFirst(family.count + "_count".count))"] != nil, "\(name)")
      }
    }
  }

  /// Returns the value of one series, or the sum of all that begin with the text; nil if there are none.
  subscript(_ head: String) -> Double? {
    if let value = values[head] { return value }
    let some = values.filter { $0.key.hasPrefix(head + "{") || (head.hasSuffix(",") && $0.key.hasPrefix(head)) }
    return some.isEmpty ? nil : some.values.reduce(0, +)
  }
}
