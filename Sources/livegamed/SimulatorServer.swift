import HTTPTypes
import Hummingbird
import HummingbirdCore
import LiveModel
import LiveSimulator
import Logging
import NIOCore

/// Serves simulated games over HTTP: a slate of MLB as StatsAPI does, one of the NBA as cdn.nba.com does.
/// `docs/simulator.md` describes both.
struct SimulatorServer: Sendable {
  private let site: any SimulatedSite
  private let address: (host: String, port: Int)

  /// - Parameters:
  ///   - slate: the games.
  ///   - address: the numeric address and the port to listen on; port 0 selects a free one.
  ///   - faults: the shares of wrong answers.
  ///   - seed: selects the wrong answers.
  ///   - now: the virtual time in seconds since 1970, called once for each request.
  init(
    slate: Slate, address: (host: String, port: Int) = ("127.0.0.1", 0), faults: ServerFaults = ServerFaults(),
    seed: UInt64 = 0, now: @escaping @Sendable () -> Double
  ) {
    site = SimulatedStatsAPI(slate: slate, answers: SimulatedAnswers(faults: faults, seed: seed, now: now))
    self.address = address
  }

  /// Serves games of the NBA; the parameters are as for those of MLB.
  init(
    slate: SimulatedNBASlate, address: (host: String, port: Int) = ("127.0.0.1", 0),
    faults: ServerFaults = ServerFaults(), seed: UInt64 = 0, now: @escaping @Sendable () -> Double
  ) {
    site = SimulatedNBACDN(slate: slate, answers: SimulatedAnswers(faults: faults, seed: seed, now: now))
    self.address = address
  }

  /// Serves until its task is cancelled or its service group shuts down.
  /// - Parameter onListening: gets the port once it is open.
  /// - Throws: the errors of starting the server, such as for a port that is in use.
  func run(onListening: @escaping @Sendable (Int) async -> Void) async throws {
    let router = Router()
    site.add(to: router)
    let application = Application(
      router: router,
      configuration: .init(address: .hostname(address.host, port: address.port), serverName: "LiveSimulator"),
      onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
      logger: Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() })
    try await application.run()
  }
}

/// The paths of one league's source.
protocol SimulatedSite: Sendable {
  /// Adds them to the router.
  func add(to router: Router<BasicRequestContext>)
}

/// Answers at the virtual time, now and then with one of the faults that every answer may have.
struct SimulatedAnswers: Sendable {
  let faults: ServerFaults
  let seed: UInt64
  let now: @Sendable () -> Double

  /// Returns the answer that `right` makes, or a fault.
  func answer(at time: Double, _ right: () -> Response) async throws -> Response {
    switch faults.fault(at: time, seed: seed) {
    case nil: return right()
    case .status(let status): return Self.response([], status: .init(code: status))
    case .blocked: return Self.response(NBARefusal.botFilter, status: .forbidden, type: "text/html")
    case .late:
      try await Task.sleep(for: ServerFaults.lateness)
      return right()
    }
  }

  /// Returns a response with a body.
  static func response(
    _ body: [UInt8], status: HTTPResponse.Status = .ok, type: String = "application/json;charset=UTF-8"
  ) -> Response {
    Response(status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}
