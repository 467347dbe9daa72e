import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct SecretTests {
  @Test func isNeverPrinted() {
    let secret = Secret("hunter2")
    var dumped = ""
    dump(["key": secret], to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), String(describing: [secret]), dumped] {
      #expect(!text.contains("hunter2"))
    }
    #expect(secret.reveal { $0 } == "hunter2")
  }
}
