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
/// Bound: 16 connections at a time, of one request each and at most 10 s; heads of 8 KiB. What comes after a head is not
/// kept.
struct MetricsServer: Service {
  let address: LoopbackAddress
  let observatory: Observatory
  let logger: Logger

  private static let connections = 16
  private static let headBytes = 8 << 10

  /// Serves until the daemon stops. Throws `metrics.in-use` or `metrics.unusable`.
  func run() async throws {
    // One thread is plenty, and as many as there are processors would be the default.
    let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let outcome = await served(on: threads)
    try await threads.shutdownGracefully()
    try outcome.get()
  }

  private func served(on threads: MultiThreadedEventLoopGroup) async -> Result<Void, any Error> {
    do {
      return .success(try await application(threads).run())
    } catch let error as IOError {
      return .failure(Fault(notListening: error, at: address))
    } catch {
      return .failure(error)
    }
  }

  private func application(_ threads: MultiThreadedEventLoopGroup) -> some ApplicationProtocol {
    let quiet = Logger(label: "metrics") { _ in SwiftLogNoOpLogHandler() }
    let limits = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: Self.headBytes, maxHeaderListSize: Self.headBytes, maxHeaderFieldCount: 64)
    return Application(
      responder: CallbackResponder<BasicRequestContext> { request, _ in await answer(request) },
      server: .http1(
        configuration: .init(additionalChannelHandlers: [ConnectionDeadline()], httpDecoderConfiguration: limits)),
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
        mend: "stop it, or set metrics.listen to another port")
    } else {
      self.init(
        .metricsUnusable, "cannot listen there: \(String(cString: strerror(error.errnoCode)).lowercased())", at: place,
        mend: "set metrics.listen to an address that this machine has, and a port above 1023")
    }
  }
}

extension Fault.Code {
  static let metricsInUse = Fault.Code(rawValue: "metrics.in-use")
  static let metricsUnusable = Fault.Code(rawValue: "metrics.unusable")
}
