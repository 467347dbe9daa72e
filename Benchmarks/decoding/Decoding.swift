import Foundation

@testable import LiveJSON
@testable import LiveMLB
@testable import LiveModel

/// Measures the decoder of `feed/live`: see `run.py`, which gives the arguments.
@main
enum Decoding {
  /// The size of curl's chunks, in bytes.
  private static let chunk = 16_384

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2, let rounds = arguments.count > 2 ? Int(arguments[2]) : 1 else {
      return print("decoding trim|tree|sum|ours|JSONDecoder|check BODY [ROUNDS]")
    }
    let body = arguments[0] == "tree" ? [] : try [UInt8](Data(contentsOf: URL(fileURLWithPath: arguments[1])))
    let data = Data(body)
    switch arguments[0] {
    case "tree": tree()
    case "trim": try trim(body, arguments[1])
    case "check": print(try ours(body) == Oracle.snapshot(data) ? "same" : "different")
    case "sum":
      try measure(rounds) { _ = try sum(body) }
      print(try sum(body))
    case "ours": try measure(rounds) { _ = try ours(body) }
    default: try measure(rounds) { _ = try Oracle.snapshot(data) }
    }
  }

  /// Prints the least microseconds of a body.
  private static func measure(_ rounds: Int, _ decode: () throws -> Void) throws {
    var best = Double.infinity
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      try decode()
      best = min(best, (ContinuousClock.now - start) / .microseconds(1))
    }
    print(String(format: "%.1f", best))
  }

  private static func sum(_ body: [UInt8]) throws -> Int {
    var scanner = JSONScanner(SummingProjection.projection, into: 0, limits: JSONLimits())
    for start in stride(from: 0, to: body.count, by: chunk) {
      try scanner.feed(body.span.extracting(start..<min(start + chunk, body.count)))
    }
    return try scanner.finish { sum, _ in sum }
  }

  private static func ours(_ body: [UInt8]) throws -> GameSnapshot {
    var decoder = MLBFeedDecoder()
    for start in stride(from: 0, to: body.count, by: chunk) {
      try decoder.feed(body.span.extracting(start..<min(start + chunk, body.count)))
    }
    return try decoder.finish()
  }

  /// Writes the body without whitespace, and as `fields=` trims it, beside the original.
  private static func trim(_ body: [UInt8], _ path: String) throws {
    let tree = JSONTree(body)
    let names = Set(MLBFeedFields.list.split(separator: ",").map(String.init))
    try Data(tree.bytes).write(to: URL(fileURLWithPath: path + ".full"))
    try Data(tree.trimmed(to: names).bytes).write(to: URL(fileURLWithPath: path + ".fields"))
  }

  /// Prints the projection for the programs in `rivals`: the kind of each node, the range of its members, its name.
  private static func tree() {
    for node in MLBFeedProjection.projection.nodes {
      print("\(node.kind)", node.members.lowerBound, node.members.upperBound, node.name.isEmpty ? "-" : node.name)
    }
  }
}
