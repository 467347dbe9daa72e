import LiveModel
import Testing

@testable import LiveCore
@testable import LiveWeb

@Suite struct AllowedHostsTests {
  private func hosts(_ listen: String, _ names: String...) throws -> AllowedHosts {
    var settings = Config.WebSettings()
    settings.listen = try #require(ListenAddress(listen))
    settings.hosts = names
    return AllowedHosts(settings)
  }

  @Test(arguments: [
    "localhost", "LOCALHOST:9465", "127.0.0.1", "127.0.0.1:9465", "[::1]:9465", "scores.lan", "Scores.LAN:80",
  ])
  func namesOfThisMachineAndConfiguredOnesAreAllowed(authority: String) throws {
    #expect(try hosts("127.0.0.1:9465", "scores.lan").allows(authority))
  }

  @Test(arguments: [
    "", "evil.example", "localhost.evil.example", "evil.example:9465", "192.168.1.9", "scores.lan.evil.example", "[::1",
    "127.0.0.1.evil.example", "[fd00::7]", "xscores.lan",
  ])
  func otherNamesAreNot(authority: String) throws {
    #expect(try !hosts("127.0.0.1:9465", "scores.lan").allows(authority))
  }

  @Test func theAddressThatIsListenedOnIsAllowed() throws {
    #expect(try hosts("192.168.1.9:9465").allows("192.168.1.9:9465"))
    #expect(try !hosts("192.168.1.9:9465").allows("192.168.1.8:9465"))
    #expect(try hosts("[fd00::7]:9465").allows("[FD00::7]:9465"))
  }

  @Test(arguments: ["0.0.0.0:9465", "[::]:9465"])
  func withAWildcardEveryAddressIsAllowedAndNoName(listen: String) throws {
    #expect(try hosts(listen).allows("192.168.1.9:9465") && hosts(listen).allows("[fd00::7]"))
    #expect(try !hosts(listen).allows("evil.example"))
  }

  @Test func anOriginIsThatOfAnAllowedHost() throws {
    let hosts = try hosts("127.0.0.1:9465", "scores.lan")
    #expect(hosts.allows(origin: "https://scores.lan") && hosts.allows(origin: "http://127.0.0.1:9465"))
    for origin in ["null", "https://evil.example", "scores.lan", "file://", "https://"] {
      #expect(!hosts.allows(origin: origin), "\(origin)")
    }
  }
}
