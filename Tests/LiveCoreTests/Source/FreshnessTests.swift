import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct FreshnessTests {
  private func freshness(_ control: String?, age: String? = nil) -> Freshness {
    var headers: [String: String] = [:]
    headers["cache-control"] = control
    headers["age"] = age
    return Freshness(HTTPResponseHead(status: 200, headers: headers))
  }

  @Test(
    arguments: [
      ("max-age=10", "4", 6), ("public, max-age=10", nil, 10), ("max-age=10", "11", 0), ("MAX-AGE = \"7\" ", nil, 7),
      ("max-age=2, s-maxage=9", "1", 8), ("no-store, max-age=10", nil, 0), ("no-cache, max-age=10", nil, 0),
      ("private, max-age=10", nil, 0), ("max-age", nil, 0), ("max-age=", nil, 0), ("max-age=-5", nil, 0),
      ("max-age=1e9", nil, 0), ("", nil, 0),
    ] as [(String, String?, Int)])
  func theRestIsTheLifetimeMinusTheAge(control: String, age: String?, left: Int) {
    #expect(freshness(control, age: age).remaining == .seconds(left))
  }

  @Test(arguments: ["9223372036854775807", "99999999999999999999999999999999999"])
  func noNumberOverflows(number: String) {
    #expect(freshness("max-age=\(number)", age: "0").remaining == .seconds(86_400))
    #expect(freshness("max-age=5", age: number) == freshness("max-age=5", age: "86400"))
    #expect(freshness("max-age=\(number)", age: number).remaining == .zero)
  }

  @Test func theAgeIsKnownOnlyIfOneIsGiven() {
    #expect(
      freshness(nil).age == nil && freshness(nil, age: "soon").age == nil
        && freshness(nil, age: " 3").age == .seconds(3))
  }
}
