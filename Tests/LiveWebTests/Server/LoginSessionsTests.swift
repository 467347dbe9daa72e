import LiveModel
import Testing

@testable import LiveCore
@testable import LiveWeb

@Suite struct LoginSessionsTests {
  private let now = Timestamp(seconds: 1_784_070_300)
  private let token = "kq2Zr8v1Xw5Lm9Tn3Yb7Cd"

  private func sessions(token: String? = nil, trust: Config.WebSettings.Trust? = nil) -> LoginSessions {
    var settings = Config.WebSettings()
    (settings.token, settings.trust) = (token.map { Secret($0) }, trust)
    return LoginSessions(settings)
  }

  private func proof(
    _ address: String = "192.168.1.5", cookie: String? = nil, _ headers: [String: String] = [:]
  ) -> LoginSessions.Proof { LoginSessions.Proof(address: address, cookie: cookie) { headers[$0] } }

  @Test func withoutASecretNobodyLogsIn() {
    #expect(sessions().accepts(proof(), at: now) && !sessions().isNeeded)
    #expect(sessions().session(from: now) == nil && !sessions().opens(""))
  }

  @Test func theTokenOpensASessionThatLasts() throws {
    let own = sessions(token: token)
    #expect(!own.accepts(proof(), at: now) && own.opens(token) && !own.opens(token + "x") && !own.opens(""))
    let cookie = try #require(own.session(from: now))
    #expect(own.accepts(proof(cookie: cookie), at: now))
    #expect(own.accepts(proof(cookie: cookie), at: now + .seconds(LoginSessions.lifetime - 1)))
    #expect(!own.accepts(proof(cookie: cookie), at: now + .seconds(LoginSessions.lifetime)))
    #expect(!cookie.contains(token))
  }

  @Test func aSessionCannotBeMadeUpOrProlonged() throws {
    let own = sessions(token: token)
    let cookie = try #require(own.session(from: now))
    let signature = try #require(cookie.split(separator: ".").last)
    let later = now.seconds + LoginSessions.lifetime + 1000
    for forged in [
      "", ".", "\(later).\(signature)", cookie + "0", "\(now.seconds + 10).", "x.\(signature)", "\(cookie).x",
    ] {
      #expect(!own.accepts(proof(cookie: forged), at: now), "\(forged)")
    }
  }

  @Test func anotherTokenEndsAllSessions() throws {
    let cookie = try #require(sessions(token: token).session(from: now))
    #expect(!sessions(token: "another-token-of-22-chars").accepts(proof(cookie: cookie), at: now))
  }

  @Test func aProgramSendsTheTokenInAHeader() {
    let own = sessions(token: token)
    #expect(own.accepts(proof(["authorization": "Bearer \(token)"]), at: now))
    for wrong in ["Bearer ", "Bearer x", token, "Basic \(token)"] {
      #expect(!own.accepts(proof(["authorization": wrong]), at: now), "\(wrong)")
    }
  }

  @Test func onlyTheProxyMayNameAVisitor() throws {
    let proxy = try #require(IPAddress("192.168.1.2"))
    let own = sessions(trust: .init(header: "remote-user", from: [proxy]))
    #expect(own.accepts(proof("192.168.1.2", ["remote-user": "ann"]), at: now))
    #expect(
      !own.accepts(proof("192.168.1.2"), at: now) && !own.accepts(proof("192.168.1.2", ["remote-user": ""]), at: now))
    #expect(!own.accepts(proof("192.168.1.3", ["remote-user": "ann"]), at: now) && !own.hasForm)
  }

  private func proof(_ headers: [String: String]) -> LoginSessions.Proof { proof("192.168.1.5", headers) }
  private func proof(_ address: String, _ headers: [String: String]) -> LoginSessions.Proof {
    proof(address, cookie: nil, headers)
  }
}
