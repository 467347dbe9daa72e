internal import HTTPTypes
package import Hummingbird
package import HummingbirdCore
internal import LiveModel
internal import LivePlatform
package import Logging
package import NIOCore
internal import NIOHTTP1
internal import ServiceLifecycle

/// Serves HTTP like Hummingbird's `Application`, but without its timer for the header `Date`, which wakes a process that
/// rests once a second.
package struct HTTPService<Responder: HTTPResponder>: Sendable
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
  private let responder: Responder
  private let server: HTTPServerBuilder
  private let configuration: ServerConfiguration
  private let threads: any EventLoopGroup
  private let logger: Logger
  private let announce: @Sendable (any Channel) async -> Void

  /// A response that could not be written. The connection is closed.
  private struct Unwritten: Error {}

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - responder: answers the requests.
  ///   - server: the protocol and its limits.
  ///   - configuration: the address, and the limit of connections.
  ///   - threads: the threads of the connections.
  ///   - logger: the logger of the libraries.
  ///   - announce: gets the listening channel.
  package init(
    _ responder: Responder, server: HTTPServerBuilder, configuration: ServerConfiguration,
    on threads: any EventLoopGroup,
    logger: Logger, announce: @escaping @Sendable (any Channel) async -> Void
  ) {
    (self.responder, self.server, self.configuration) = (responder, server, configuration)
    (self.threads, self.logger, self.announce) = (threads, logger, announce)
  }

  /// Serves until the daemon stops. Throws an error of the system if the address cannot be bound.
  package func run() async throws {
    let service = try server.buildServer(
      configuration: configuration, eventLoopGroup: threads, logger: logger,
      responder: { [responder, logger] request, writer, channel in
        let context = Responder.Context(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        var response: Response
        do {
          response = try await responder.respond(to: request, context: context)
        } catch let error as HTTPParserError {
          throw error
        } catch {
          response = Response(status: .internalServerError)
        }
        response.headers[.date] = HTTPDate.text(of: WallClock.now())
        do {
          try await writer.write(response: response.head, body: response.body)
        } catch is HTTPParserError {
          // It would count as one of the request, and cause another response.
          throw Unwritten()
        }
      }, onServerRunning: announce)
    try await service.run()
  }
}
