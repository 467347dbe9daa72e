import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LiveCore
import LiveModel
internal import LivePlatform
import LiveWeb
import Logging
import NIOCore
import NIOHTTPTypes
import NIOPosix
import ServiceLifecycle

/// Serves `/metrics` for Prometheus and `/healthz` for service monitors, on a loopback address only.
///
/// Bound: 16 connections at a time. Each carries one request, which must arrive within 2 s, and lasts at most 10 s.
/// Heads have at most 8 KiB. Request bodies are discarded.
struct MetricsServer: Service {
  let address: LoopbackAddress
  let observatory: DaemonMonitor
  let logger: Logger

  private static let connections = 16
  private static let headBytes = 8 << 10

  /// One thread is enough; the default is one per processor. It lasts as long as the process: a connection's last jobs
  /// may run after the server has ended, and NIO prints an error for each job that comes after a shutdown.
  private static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// Time between two attempts to bind the port.
  private static let retryInterval: Duration = .seconds(60)

  /// Serves until the daemon stops. If the port cannot be bound, logs it and retries each minute. Monitoring never
  /// stops the daemon.
  func run() async throws {
    while let error = await failure() {
      logger.error("metrics not served", metadata: Fault.metadata(of: error))
      do {
        try await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.retryInterval) }
      } catch {
        break
      }
    }
  }

  /// Serves until an error occurs and returns it; nil when the daemon stops.
  private func failure() async -> (any Error)? {
    do {
      try await service.run()
      return nil
    } catch let error as IOError {
      return Fault(notListening: error, at: address)
    } catch {
      return Task.isCancelled ? nil : error
    }
  }

  private var service: HTTPService<CallbackResponder<BasicRequestContext>> {
    let noLogger = Logger(label: "metrics") { _ in SwiftLogNoOpLogHandler() }
    let limits = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: Self.headBytes, maxHeaderListSize: Self.headBytes, maxHeaderFieldCount: 64)
    return HTTPService(
      CallbackResponder { request, _ in await answer(request) },
      server: .http1(
        configuration: .init(additionalChannelHandlers: [ScrapeConnection()], httpDecoderConfiguration: limits)),
      configuration: .init(
        address: .hostname(address.host, port: address.port), backlog: Self.connections,
        availableConnectionsDelegate: MaximumAvailableConnections(Self.connections, logger: noLogger)),
      on: Self.threads, logger: noLogger
    ) { channel in
      let url = address.url(port: channel.localAddress?.port ?? address.port, path: "/metrics")
      logger.notice("metrics served", metadata: ["url": "\(url)"])
    }
  }

  private func answer(_ request: Request) async -> Response {
    guard Self.isOfThisMachine(request.head.authority) else {
      return Self.text(.misdirectedRequest, Self.misdirected(from: request.head.authority ?? ""))
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

  /// Returns the text for a foreign host name, which the client has sent.
  private static func misdirected(from authority: String) -> String {
    """
    Metrics answer only requests for 'localhost' or a loopback address, not for '\(authority.onOneLine.cut(to: 80))'. \
    A proxy must set the header 'Host: localhost'.

    """
  }

  /// Rejects foreign Host headers (DNS rebinding).
  private static func isOfThisMachine(_ authority: String?) -> Bool {
    guard let authority, !authority.isEmpty else { return true }
    let host = authority.hasPrefix("[::1]") ? "[::1]" : authority.prefix { $0 != ":" }
    return host.lowercased() == "localhost" || LoopbackAddress.isLoopback(String(host))
  }

  /// Responds with 200 exactly when `livegamed status` would exit with 0, and with one line for each sink that the operator
  /// has paused; else with 503 and one line for each problem.
  private func health() async -> Response {
    guard let status = await observatory.status() else { return Self.text(.serviceUnavailable, "starting\n") }
    if status.isHealthy { return Self.text(.ok, (["ok"] + status.pauses).map { $0.onOneLine + "\n" }.joined()) }
    return Self.text(.serviceUnavailable, status.problems().map { $0.onOneLine + "\n" }.joined())
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

extension IOError {
  /// The error in words, such as `address already in use`.
  var words: String { String(cString: strerror(errnoCode)).lowercased() }
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
        .metricsUnusable, "cannot listen there: \(error.words)", at: place,
        hint: "set metrics.listen to an address that this machine has, and a port above 1023")
    }
  }
}

extension Fault.Code {
  static let metricsInUse = Fault.Code(rawValue: "metrics.in-use")
  static let metricsUnusable = Fault.Code(rawValue: "metrics.unusable")
}

/// Limits a connection to one request and a short life, so that an idle client does not occupy it for long.
private final class ScrapeConnection: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  /// Time in which the request must arrive.
  private static let requestTimeout: TimeAmount = .seconds(2)
  /// Lifetime of a connection. Prometheus' default scrape timeout is 10 s too.
  private static let lifetime: TimeAmount = .seconds(10)

  private var ends: [Scheduled<Void>] = []

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    ends = [Self.requestTimeout, Self.lifetime].map { span in
      context.eventLoop.scheduleTask(in: span) { channel.close(promise: nil) }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { for end in ends { end.cancel() } }

  /// Adds `Connection: close`, so that the server closes the connection after this request.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var part = unwrapInboundIn(data)
    if case .head(var head) = part {
      ends[0].cancel()
      head.headerFields[.connection] = "close"
      part = .head(head)
    }
    context.fireChannelRead(wrapInboundOut(part))
  }
}
