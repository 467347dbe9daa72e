/// How old an answer was when it came, and for how long a cache goes on giving the same one.
///
/// Source: RFC 9111 §4.2 and §5.2.2. All numbers come from outside and are bounded here.
struct Freshness: Equatable, Sendable {
  /// How long a cache had kept it; nil where none says so.
  var age: Duration?
  /// What is left of the time for which a cache keeps it; zero where none may, or none says so.
  var remaining = Duration.zero

  /// No answer is kept for longer than a day, whatever a header says.
  private static let longest = 86_400

  init() {}

  init(_ head: HTTPResponseHead) {
    let age = head.headers["age"].flatMap { Self.seconds($0) }
    self.age = age.map { .seconds($0) }
    guard let control = head.headers["cache-control"] else { return }
    let directives = control.prefix(1_000).lowercased().split(separator: ",").map { directive in
      directive.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" } }
    }
    guard !directives.contains(where: { ["no-store", "no-cache", "private"].contains($0.first) }) else { return }
    // What a shared cache goes by stands before what all do.
    let lifetimes = ["s-maxage", "max-age"].lazy.compactMap { name in
      directives.first { $0.count == 2 && $0[0] == name }.flatMap { Self.seconds($0[1]) }
    }
    guard let lifetime = lifetimes.first else { return }
    remaining = .seconds(max(0, lifetime - (age ?? 0)))
  }

  /// Digits alone; more than can be counted is the longest.
  private static func seconds(_ text: some StringProtocol) -> Int? {
    let digits = text.utf8.drop { $0 == UInt8(ascii: " ") }
    guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), longest) }
  }
}
