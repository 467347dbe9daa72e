internal import FoundationEssentials
internal import Testing

@testable import LiveCore

@Suite struct OutboxRequestTests {
  private func read(_ line: String) throws -> Request { try Request(line: Array(line.utf8)) }

  @Test(arguments: [
    (#"{"op":"outbox"}"#, OutboxRequest.outbox(sink: nil, limit: 100)),
    (#"{"op":"outbox","sink":"den","limit":7,"id":1}"#, .outbox(sink: "den", limit: 7)),
    (#"{"op":"sinks"}"#, .sinks),
    (#"{"op":"retry","sink":"den"}"#, .retry(.sink("den"))),
    (#"{"op":"retry","number":12}"#, .retry(.number(12))),
    (#"{"op":"drop","all":true}"#, .drop(.all, onlyDead: false)),
    (#"{"op":"drop","sink":"den","dead":true}"#, .drop(.sink("den"), onlyDead: true)),
    (#"{"op":"enable","sink":"den"}"#, .enable(sink: "den")),
    (#"{"op":"pause","sink":"den"}"#, .pause(sink: "den", seconds: nil)),
    (#"{"op":"pause","seconds":604800,"sink":"den"}"#, .pause(sink: "den", seconds: 604_800)),
    (#"{"op":"resume","sink":"den"}"#, .resume(sink: "den", dropping: false)),
    (#"{"drop":true,"op":"resume","sink":"den"}"#, .resume(sink: "den", dropping: true)),
  ])
  func parses(line: String, expected: OutboxRequest) throws {
    #expect(try read(line).operation == .handled(.outbox(expected)))
    let written = String(decoding: try JSONEncoder().encode(expected), as: UTF8.self)
    #expect(try read(written).operation == .handled(.outbox(expected)))
  }

  /// A typing error must never turn a command into a wider one.
  @Test(arguments: [
    (#"{"op":"drop"}"#, "name one of 'sink', 'number' and 'all'"),
    (#"{"op":"drop","all":false}"#, "name one of 'sink', 'number' and 'all'"),
    (#"{"op":"drop","all":true,"sink":"den"}"#, "name one of 'sink', 'number' and 'all'"),
    (#"{"op":"retry","sink":"den","number":3}"#, "name one of 'sink', 'number' and 'all'"),
    (#"{"op":"drop","snik":"den","all":true}"#, "'snik' is not understood; did you mean 'sink'?"),
    (#"{"op":"drop","all":true,"deda":true}"#, "'deda' is not understood; did you mean 'dead'?"),
    (#"{"op":"drop","all":true,"dead":"yes"}"#, "'dead' is not understood"),
    (#"{"op":"retry","all":true,"dead":true}"#, "'dead' is not understood"),
    (#"{"op":"retry","number":"3"}"#, "'number' is not understood"),
    (#"{"op":"enable"}"#, "'' is not understood"),
    (#"{"op":"pause"}"#, "'' is not understood"),
    (#"{"op":"pause","sink":"den","seconds":0}"#, "'seconds' is not understood"),
    (#"{"op":"pause","sink":"den","seconds":31536001}"#, "'seconds' is not understood"),
    (#"{"op":"pause","sink":"den","drop":true}"#, "'drop' is not understood"),
    (#"{"op":"resume","all":true}"#, "'all' is not understood"),
    (#"{"op":"enable","all":true}"#, "'all' is not understood"),
    (#"{"op":"outbox","limit":0}"#, "'limit' is not understood"),
    (#"{"op":"outbox","limit":-5}"#, "'limit' is not understood"),
    (#"{"op":"sinks","sink":"den"}"#, "'sink' is not understood"),
  ])
  func refuses(line: String, message: String) throws {
    let refusal = #expect(throws: Request.Refusal.self) { try read(line) }
    #expect(refusal?.code == .malformed && refusal?.message == message)
  }
}
