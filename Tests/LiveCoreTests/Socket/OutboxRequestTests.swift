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
    (#"{"op":"drop","snik":"den","all":true}"#, "this request has no member 'snik'; did you mean 'sink'?"),
    (#"{"op":"drop","all":true,"deda":true}"#, "this request has no member 'deda'; did you mean 'dead'?"),
    (#"{"op":"drop","all":true,"dead":"yes"}"#, "'dead' must be true or false"),
    (#"{"op":"retry","all":true,"dead":true}"#, "this request has no member 'dead'"),
    (#"{"op":"retry","number":"3"}"#, "'number' must be a whole number"),
    (#"{"op":"enable"}"#, "'sink' is missing"),
    (#"{"op":"pause"}"#, "'sink' is missing"),
    (#"{"op":"pause","sink":"den","seconds":0}"#, "'seconds' must be 1 to 31536000"),
    (#"{"op":"pause","sink":"den","seconds":31536001}"#, "'seconds' must be 1 to 31536000"),
    (#"{"op":"pause","sink":"den","drop":true}"#, "this request has no member 'drop'"),
    (#"{"op":"resume","all":true}"#, "this request has no member 'all'"),
    (#"{"op":"enable","all":true}"#, "this request has no member 'all'"),
    (#"{"op":"outbox","limit":0}"#, "'limit' must be 1 or more"),
    (#"{"op":"outbox","limit":1.5}"#, "a number in this request is not whole, or too large"),
    (#"{"op":"outbox","limit":-5}"#, "'limit' must be 1 or more"),
    (#"{"op":"sinks","sink":"den"}"#, "this request has no member 'sink'"),
  ])
  func refuses(line: String, message: String) throws {
    let refusal = #expect(throws: Request.Refusal.self) { try read(line) }
    #expect(refusal?.code == .malformed && refusal?.message == message)
  }
}
