import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LiveCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// `/metrics` for Prometheus and `/healthz` for whatever watches services, on an address of this machine alone.
///
/// Bound: 16 connections at a time, of one request each, which comes within 2 s, and at most 10 s; heads of 8 KiB. What
/// comes after a head is not kept.
struct MetricsServer: Service {
  let address: LoopbackAddress
  let observatory: DaemonMonitor
  let logger: Logger

  private static let connections = 16
  private static let headBytes = 8 << 10

  /// How often an address is tried that somebody else has.
  private static let pause: Duration = .seconds(60)

  /// Serves until the daemon stops. Where nothing can be served, that is said and tried again: to watch the daemon is
  /// nothing that it could end for.
  func run() async throws {
    // One thread is plenty, and as many as there are processors would be the default.
    let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    while let error = await failure(on: threads) {
      logger.error("metrics not served", metadata: Fault.metadata(of: error))
      do {
        try await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
      } catch {
        break
      }
    }
    try await threads.shutdownGracefully()
  }

  /// Nil when the daemon stops.
  private func failure(on threads: MultiThreadedEventLoopGroup) async -> (any Error)? {
    do {
      try await application(threads).run()
      return nil
    } catch let error as IOError {
      return Fault(notListening: error, at: address)
    } catch {
      return Task.isCancelled ? nil : error
    }
  }

  private func application(_ threads: MultiThreadedEventLoopGroup) -> some ApplicationProtocol {
    let quiet = Logger(label: "metrics") { _ in SwiftLogNoOpLogHandler() }
    let limits = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: Self.headBytes, maxHeaderListSize: Self.headBytes, maxHeaderFieldCount: 64)
    return Application(
      responder: CallbackResponder<BasicRequestContext> { request, _ in await answer(request) },
      server: .http1(
        configuration: .init(additionalChannelHandlers: [ScrapeConnection()], httpDecoderConfiguration: limits)),
      configuration: .init(
        address: .hostname(address.host, port: address.port), backlog: Self.connections,
        availableConnectionsDelegate: MaximumAvailableConnections(Self.connections, logger: quiet)),
      onServerRunning: { channel in
        let url = address.url(port: channel.localAddress?.port ?? address.port, path: "/metrics")
        logger.notice("metrics served", metadata: ["url": "\(url)"])
      },
      eventLoopGroupProvider: .shared(threads), logger: quiet)
  }

  private func answer(_ request: Request) async -> Response {
    guard Self.isOfThisMachine(request.head.authority) else {
      return Self.text(.misdirectedRequest, "ask for localhost\n")
    }
    guard request.method == .get || request.method == .head else {
      return Self.text(.methodNotAllowed, "only GET and HEAD are answered\n", [.allow: "GET, HEAD"])
    }
    let response: Response
    switch request.uri.path {
    case "/metrics":
      let metrics = await observatory.metrics()
      response = Self.text(.ok, metrics.text, type: metrics.contentType)
    case "/healthz": response = await health()
    default: response = Self.text(.notFound, "there are /metrics and /healthz\n")
    }
    return request.method == .head ? response.createHeadResponse() : response
  }

  /// A name of others for this address is a web page's way to read along.
  private static func isOfThisMachine(_ authority: String?) -> Bool {
    guard let authority, !authority.isEmpty else { return true }
    let host = authority.hasPrefix("[::1]") ? "[::1]" : authority.prefix { $0 != ":" }
    return host.lowercased() == "localhost" || LoopbackAddress.isLoopback(String(host))
  }

  /// 200 while `livegamed status` would exit with 0; else what is wrong, a line each, in its words.
  private func health() async -> Response {
    guard let line = await observatory.status(), let report = StatusReport(line) else {
      return Self.text(.serviceUnavailable, "starting\n")
    }
    if report.isHealthy { return Self.text(.ok, "ok\n") }
    return Self.text(.serviceUnavailable, report.complaints.map { $0.onOneLine + "\n" }.joined())
  }

  private static func text(
    _ status: HTTPResponse.Status, _ text: String, _ headers: HTTPFields = [:],
    type: String = "text/plain; charset=utf-8"
  ) -> Response {
    var headers = headers
    (headers[.contentType], headers[.cacheControl], headers[.connection]) = (type, "no-store", "close")
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}

extension Fault {
  fileprivate init(notListening error: IOError, at address: LoopbackAddress) {
    let place = Place.url(address.url(port: address.port, path: "/metrics"))
    if error.errnoCode == EADDRINUSE {
      self.init(
        .metricsInUse, "another program listens there", at: place,
        hint: "stop it, or set metrics.listen to another port")
    } else {
      self.init(
        .metricsUnusable, "cannot listen there: \(String(cString: strerror(error.errnoCode)).lowercased())", at: place,
        hint: "set metrics.listen to an address that this machine has, and a port above 1023")
    }
  }
}

extension Fault.Code {
  static let metricsInUse = Fault.Code(rawValue: "metrics.in-use")
  static let metricsUnusable = Fault.Code(rawValue: "metrics.unusable")
}
