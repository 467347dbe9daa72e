import Foundation
import Testing
import WireSchema

/// `livegamed sink test` with real receivers.
@Suite(.timeLimit(.minutes(2))) struct SinkTestTests {
  /// Writes a configuration with these sinks, and tests one of them.
  private func test(_ name: String, of sinks: String, json: Bool = false) throws -> Program.Ending {
    let file = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString).yaml"
    try "sinks: {\(sinks)}\n".write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    return try Program.run(["sink", "test", name, "--config", file] + (json ? ["--json"] : []))
  }

  private func hook(_ port: UInt16) -> String {
    "hook: {type: webhook, url: \"http://127.0.0.1:\(port)/secret-path\", allow_http: true}"
  }

  @Test(arguments: [
    (200, Int32(0), "accepted"), (503, 69, "tried again in 1 s"), (413, 69, "dead letters"),
    (410, 69, "'livegamed sink enable hook'"),
  ])
  func reportsTheAnswerAndItsConsequence(status: Int, exit: Int32, says: String) throws {
    let receiver = try OneShotReceiver()
    let answered = receiver.answer(status)
    let ending = try test("hook", of: hook(receiver.port))
    #expect(ending.status == exit && ending.output.contains(says))
    #expect(!ending.output.contains("secret-path") && ending.error.isEmpty && !ending.output.contains("\u{1b}"))
    let request = String(decoding: answered.readDataToEndOfFile(), as: UTF8.self)
    let body = try #require(request.components(separatedBy: "\r\n\r\n").last)
    #expect(WireFormat.faults(in: Array(body.utf8)) == [])
    #expect(body.contains(#""tags":["test"]"#))
  }

  @Test func anUnreachableReceiverIsReported() throws {
    let port = try OneShotReceiver().port
    let ending = try test("hook", of: hook(port), json: true)
    #expect(ending.status == 69)
    #expect(
      ending.output.contains(#""accepted":false,"answer":"connection refused (start the receiver, or check its port)""#)
    )
  }

  @Test func aProgramGetsTheEventOnItsStandardInput() throws {
    let file = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let ending = try test("program", of: "program: {type: exec, command: [/bin/sh, -c, 'cat > \(file)']}")
    #expect(ending.status == 0)
    let line = try String(contentsOfFile: file, encoding: .utf8)
    #expect(line.hasSuffix("}\n") && WireFormat.faults(in: Array(line.dropLast().utf8)) == [])
  }

  @Test func anUnknownSinkIsAUsageError() throws {
    let ending = try test("hok", of: hook(1))
    #expect(ending.status == 64 && ending.error.contains("did you mean 'hook'? [sink.unknown]"))
  }

  @Test func aBadConfigurationIsNotTested() throws {
    let ending = try test("hook", of: "hook: {type: webhok}")
    #expect(ending.status == 78 && ending.output.isEmpty)
  }
}
