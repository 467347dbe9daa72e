internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
package import LiveCore
internal import LiveModel
internal import LivePlatform
package import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle

/// Serves the web page until the daemon stops.
///
/// Bounds: `web.clients` streams, 32 further connections, heads of 8 KiB, 60 s without a request. A stream whose client
/// takes nothing for 30 s is closed.
package struct WebServer: Service {
  private let settings: Config.WebSettings
  private let responder: WebResponder
  private let seats: LiveSeats
  private let source: any PageSource
  private let logger: Logger
  private let announce: @Sendable (String) async -> Void
  private let findsPort: Bool

  private static let otherConnections = 32
  private static let headBytes = 8 << 10
  private static let idleTimeout: TimeAmount = .seconds(60)
  private static let patience: Duration = .seconds(30)
  private static let tick: Duration = .seconds(1)
  /// Time between two attempts to bind the port.
  private static let retryInterval: Duration = .seconds(60)

  /// One thread is enough: pages are made by other threads. It lasts as long as the process, like that of the metrics.
  private static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - settings: the configuration's section `web`.
  ///   - source: the daemon.
  ///   - logger: the daemon's own log.
  ///   - findsPort: whether any free port will do if that of the settings is in use.
  ///   - announce: gets the address of the page once it is served.
  package init(
    settings: Config.WebSettings, source: any PageSource, logger: Logger, findsPort: Bool = false,
    announce: @escaping @Sendable (String) async -> Void = { _ in }
  ) {
    (self.settings, self.source, self.logger, self.announce) = (settings, source, logger, announce)
    self.findsPort = findsPort
    seats = LiveSeats(most: settings.clients)
    let renderer = PageRenderer(
      source: source, sections: WebSite.sections(of: source, settings, openPages: { [seats] in seats.counts.open }),
      prefix: settings.path)
    responder = WebResponder(settings: settings, source: source, renderer: renderer, seats: seats)
  }

  /// Serves until the daemon stops. If the port cannot be bound, logs it and retries each minute. The page never stops
  /// the daemon.
  package func run() async throws {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await watch() }
      group.addTask { await keepTime() }
      await withGracefulShutdownHandler {
        await serve()
      } onGracefulShutdown: {
        seats.stop()
      }
      group.cancelAll()
    }
  }

  private func serve() async {
    while let error = await failure() {
      logger.error("web page not served", metadata: Fault.metadata(of: error))
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
      do {
        try await service(port: settings.listen.port).run()
      } catch let error as IOError where error.errnoCode == EADDRINUSE && findsPort {
        try await service(port: 0).run()
      }
      return nil
    } catch let error as IOError {
      return Fault(notServing: error, at: settings.listen)
    } catch {
      return Task.isCancelled ? nil : error
    }
  }

  /// Wakes the streams when the log has something new.
  private func watch() async {
    var newest = source.newest
    while let next = await source.newest(past: newest) {
      newest = next
      seats.signal()
    }
  }

  /// Wakes the streams each second, for what changes without a new fact, and closes those that are stuck. Rests while
  /// there are none.
  private func keepTime() async {
    while !Task.isCancelled {
      await seats.untilTaken()
      guard (try? await Task.sleep(for: Self.tick)) != nil else { return }
      seats.signal()
      seats.closeStalled(after: Self.patience)
    }
  }

  private func service(port: Int) -> HTTPService<CallbackResponder<WebContext>> {
    let noLogger = Logger(label: "web") { _ in SwiftLogNoOpLogHandler() }
    let limits = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: Self.headBytes, maxHeaderListSize: Self.headBytes, maxHeaderFieldCount: 64)
    return HTTPService(
      CallbackResponder { [responder] request, context in await responder.respond(to: request, context) },
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [WebConnection()], idleTimeout: Self.idleTimeout,
          httpDecoderConfiguration: limits)),
      configuration: .init(
        address: .hostname(settings.listen.host, port: port), backlog: 128,
        availableConnectionsDelegate: MaximumAvailableConnections(
          settings.clients + Self.otherConnections, logger: noLogger)),
      on: Self.threads, logger: noLogger
    ) { [settings, logger, announce] channel in
      let url = settings.listen.url(port: channel.localAddress?.port ?? port) + settings.path + "/"
      logger.notice("web page served", metadata: ["url": "\(url)"])
      await announce(url)
    }
  }
}

extension Fault {
  fileprivate init(notServing error: IOError, at address: ListenAddress) {
    let place = Place.url(address.url(port: address.port))
    if error.errnoCode == EADDRINUSE {
      self.init(
        .webInUse, "another program listens there", at: place, hint: "stop it, or set web.listen to another port")
    } else {
      let words = String(cString: strerror(error.errnoCode)).lowercased()
      self.init(
        .webUnusable, "cannot listen there: \(words)", at: place,
        hint: "set web.listen to an address that this machine has, and a port above 1023")
    }
  }
}

extension Fault.Code {
  static let webInUse = Fault.Code(rawValue: "web.in-use")
  static let webUnusable = Fault.Code(rawValue: "web.unusable")
}
