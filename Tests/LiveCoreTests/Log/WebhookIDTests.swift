import Testing

@testable import LiveCore

@Suite struct WebhookIDTests {
  private func id(_ events: [String], log: String = "9f2c61", sink: String = "hook", part: Int = 0) -> String {
    WebhookID(log: LogID(rawValue: log), sink: sink, events: events, part: part).rawValue
  }

  @Test func isTheSameInEveryRelease() {
    // `printf '6:9f2c614:hook1:09:mlb/1/a@1' | openssl sha256 -binary | base32`, in lower case without padding.
    #expect(id(["mlb/1/a@1"]) == "msg_tk7wpgtflwl74hyhkm5yk4y25rgdfuhf75275uu4zhzhw7obnr3q")
  }

  @Test func containsOnlyLowerCaseLettersDigitsAndUnderscores() {
    for number in 0..<50 {
      let text = id(["mlb/\(number)/5-top/pa/665489/1@1"])
      #expect(text.utf8.count == 56 && text.hasPrefix("msg_"))
      #expect(text.dropFirst(4).allSatisfy { "abcdefghijklmnopqrstuvwxyz234567".contains($0) })
    }
  }

  @Test func dependsOnEveryPart() {
    let ids = [
      id(["a@1"]), id(["a@1"], log: "other"), id(["a@1"], sink: "other"), id(["a@2"]), id(["a@1"], part: 1),
      id(["a@1", "b@1"]), id(["b@1", "a@1"]), id(["a@1b@1"]), id([]), id([""]),
      id(["a@1"], log: "9f2c61h", sink: "ook"),
    ]
    #expect(Set(ids).count == ids.count)
  }

  /// Source: RFC 4648 §10.
  @Test(arguments: [
    ("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foob", "mzxw6yq"), ("fooba", "mzxw6ytb"),
    ("foobar", "mzxw6ytboi"),
  ])
  func encodesBase32(_ plain: String, _ coded: String) {
    #expect(WebhookID.base32(Array(plain.utf8)) == coded)
  }
}
