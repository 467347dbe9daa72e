import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct SignatureTests {
  /// The official test vector of Standard Webhooks.
  private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  private static let signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

  private func signature(_ secrets: [String], body: String = "{\"test\": 2432232314}") throws -> String {
    Signature(
      id: WebhookID(rawValue: "msg_p5jXN8AQM9LWM0D4loKWxJek"), at: Timestamp(milliseconds: 1_614_265_330_999),
      body: Array(body.utf8), keys: try secrets.map { try Signature.Key(Secret($0)) }
    ).description
  }

  @Test func agreesWithTheOfficialVector() throws {
    #expect(try signature([Self.secret]) == Self.signature)
    #expect(try signature([Self.secret], body: "{}") != Self.signature)
  }

  @Test func signsWithBothSecretsOfARotation() throws {
    let other = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"
    let both = try signature([other, Self.secret])
    #expect(both == "\(try signature([other])) \(Self.signature)")
    #expect(both.split(separator: " ").count == 2)
  }

  @Test(arguments: [
    "", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_not base64", "whsec_c2hvcnQ=",
    "whsec_" + String(repeating: "A", count: 88),
  ])
  func refusesAnInvalidSecretWithoutShowingIt(_ text: String) {
    let fault = #expect(throws: Fault.self) { try Signature.Key(Secret(text)) }
    #expect(fault?.code == .sinkBadSecret)
    #expect(text.count < 8 || fault?.description.contains(text) == false)
  }
}
