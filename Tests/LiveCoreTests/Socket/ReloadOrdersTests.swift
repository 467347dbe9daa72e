import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Orders to reload over a real socket. The service that carries them out is a stub.
@Suite(.timeLimit(.minutes(1))) struct ReloadOrdersTests {
  private static let fault = Fault(.configSyntax, "no YAML", at: .file("a.yaml", line: 2, column: 1))

  /// Runs a server and a service that settles each order with `answer`, and `body`.
  private func with(
    admitting isAdmitted: Bool = true, reloading isReloadable: Bool = true,
    _ answer: @escaping @Sendable (ReloadRequest) -> ReloadAnswer,
    _ body: @escaping @Sendable (SocketFixture) async throws -> Void
  ) async throws {
    var options = SocketFixture.options
    (options.isReloadable, options.admits) = (isReloadable, { _ in isAdmitted })
    let store = try NumberedLog()
    let fixture = SocketFixture(store: store, path: "\(store.folder)/live.sock")
    let server = try fixture.server(options)
    try await fixture.running(server) {
      let service = Task {
        for await order in server.reloads.stream { server.reloads.settle(order, answer(order.request)) }
      }
      defer { service.cancel() }
      try await body(fixture)
    }
  }

  @Test func eachClientGetsTheAnswerToItsOwnOrder() async throws {
    let count = Locked(0)
    try await with { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return ReloadAnswer(changes: ["change \(number)"], needsRestart: ["socket"], warnings: [])
    } _: { fixture in
      for number in 1...3 {
        let line = try await fixture.client().reload(with: nil)
        #expect(
          line.text == #"{"op":"reload","applied":true,"changes":["change \#(number)"],"needs_restart":["socket"]}"#)
      }
      let client = try await fixture.client()
      for number in 4...5 {
        let answer = try ReloadAnswer(try await client.reload(with: nil))
        #expect(answer.changes == ["change \(number)"] && answer.isApplied)
      }
    }
  }

  @Test func aRefusedConfigurationIsAnAnswerWithItsErrors() async throws {
    try await with { _ in
      ReloadAnswer(errors: Array(repeating: Self.fault, count: ReloadAnswer.most + 2))
    } _: { fixture in
      let answer = try ReloadAnswer(try await fixture.client().reload(with: nil))
      #expect(!answer.isApplied && answer.errors.count == ReloadAnswer.most + 1)
      #expect(answer.errors[0] == "\(Self.fault)" && answer.errors.last == "and 2 more")
    }
  }

  @Test func credentialsReachTheService() async throws {
    let folder = try ConfigFolder()
    try folder.write("öäü \"\\\n", to: "one")
    let given = try Credentials.read(from: folder.path)
    try await with { request in
      let kind = request.credentials.map { $0 == given ? "same" : "other" } ?? "none"
      return ReloadAnswer(changes: [kind], needsRestart: [], warnings: [])
    } _: { fixture in
      for (credentials, change) in [(given, "same"), (Credentials(), "other"), (nil, "none")] {
        let answer = try ReloadAnswer(try await fixture.client().reload(with: credentials))
        #expect(answer.changes == [change])
      }
    }
  }

  @Test func onlyRootAndTheDaemonsUserMayReload() async throws {
    try await with(admitting: false) { _ in
      ReloadAnswer(errors: [])
    } _: { fixture in
      let client = try await fixture.client()
      let fault = await #expect(throws: Fault.self) { try await client.reload(with: nil) }
      #expect(fault?.code == .socketForbidden)
    }
  }

  @Test func aDaemonWithoutAFileRefuses() async throws {
    try await with(reloading: false) { _ in
      ReloadAnswer(errors: [])
    } _: { fixture in
      let client = try await fixture.client()
      let fault = await #expect(throws: Fault.self) { try await client.reload(with: nil) }
      #expect(fault?.message == "this daemon has no configuration file" && fault?.hint == nil)
    }
  }

  @Test func ordersThatWaitAreBounded() throws {
    let orders = ReloadOrders {}
    for client in 0..<ReloadOrders.mostOrders {
      #expect(try orders.answer(to: ReloadRequest(), from: UInt64(client)) == nil)
      #expect(try orders.answer(to: ReloadRequest(), from: UInt64(client)) == nil, "it waits")
    }
    #expect(throws: Request.Refusal.self) { try orders.answer(to: ReloadRequest(), from: 99) }
    orders.hangUp()
    orders.settle(ReloadOrders.Order(client: 0), ReloadAnswer(errors: []))
    orders.forget(1)
    orders.settle(ReloadOrders.Order(client: 1), ReloadAnswer(errors: []))
    #expect(orders.takeSignal() && !orders.takeSignal())
    #expect(try orders.answer(to: ReloadRequest(), from: 0) != nil)
  }
}

/// The files of a folder as credentials.
@Suite struct CredentialsTests {
  @Test func linksHiddenFilesAndUnreadableTextsAreSkipped() throws {
    let folder = try ConfigFolder()
    try folder.write("a\n", to: "one")
    try folder.write("b", to: "folder/two")
    try folder.write("d", to: "folder/.git/six")
    try Data([0xFF]).write(to: URL(filePath: folder.path).appending(path: "three"))
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/four", withDestinationPath: "\(folder.path)/one")
    try folder.write("c", to: ".five")
    let credentials = try Credentials.read(from: folder.path)
    #expect(credentials["one"] == "a\n")
    #expect(credentials["folder_two"] == "b", "as systemd names it")
    #expect(["two", "three", "four", ".five", "folder_.git_six"].allSatisfy { credentials[$0] == nil })
    #expect(try Credentials.read(from: "/nowhere") == Credentials())
  }

  @Test func tooManyBytesAreNotPassed() throws {
    let folder = try ConfigFolder()
    for name in ["one", "two"] { try folder.write(String(repeating: "x", count: Credentials.limit / 2), to: name) }
    #expect(throws: Fault.self) { try Credentials.read(from: folder.path) }
    try folder.write("", to: "two")
    #expect(try Credentials.read(from: folder.path)["two"] == "")
    try folder.write(String(repeating: "\"", count: Credentials.limit / 2), to: "one")
    // Each quote takes two bytes of the request.
    #expect(throws: Fault.self) { try Credentials.read(from: folder.path) }
  }
}
