import Testing

@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct MQTTClientTests {
  private func trouble(host: String, port: Int, caFile: String? = nil) async throws -> MQTTTrouble? {
    let client = try MQTTClient(
      MQTTOptions(host: host, port: port, isSecure: caFile != nil, caFile: caFile, clientID: "livegamed-tests"))
    defer { client.close() }
    await client.state.until { $0.trouble != nil }
    #expect(await client.publish(MQTTMessage("a", [1])) == .lost)
    return client.state.current.trouble
  }

  @Test func aClosedPortIsNamed() async throws {
    #expect(try await trouble(host: "127.0.0.1", port: 1) == MQTTTrouble(.refused, "connection refused"))
  }

  @Test func anUnknownHostIsNamed() async throws {
    #expect(try await trouble(host: "broker.invalid", port: 1883)?.kind == .unresolved)
  }

  @Test func aMissingFileOfCertificatesIsNamed() async throws {
    let trouble = try await trouble(host: "127.0.0.1", port: 1, caFile: "/nowhere/ca.pem")
    #expect(trouble?.kind == .tls && trouble?.text.contains("'ca_file'") == true)
  }

  @Test func aClosedClientLosesWhatIsPublished() async throws {
    let client = try MQTTClient(MQTTOptions(host: "127.0.0.1", port: 1, isSecure: false, clientID: "livegamed-tests"))
    client.close()
    #expect(await client.publish(MQTTMessage("a", [1])) == .lost)
    #expect(await client.subscribe("a") == .lost)
  }

  @Test func aCancelledPublishEnds() async throws {
    let job = MQTTJob(.subscribe("a"))
    async let reply = job.reply()
    job.finish(.lost)
    job.finish(.acknowledged)
    #expect(await reply == .lost && job.isOver)
  }
}
