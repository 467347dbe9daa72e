import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Holds a connection to one request and a short life: who neither asks nor reads keeps nobody out for long.
final class ScrapeConnection: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  /// A request comes with its connection.
  private static let patience: TimeAmount = .seconds(2)
  /// Prometheus gives up after as long, unless it is told otherwise.
  private static let span: TimeAmount = .seconds(10)

  private var ends: [Scheduled<Void>] = []

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    ends = [Self.patience, Self.span].map { span in
      context.eventLoop.scheduleTask(in: span) { channel.close(promise: nil) }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { for end in ends { end.cancel() } }

  /// The server closes behind a request that says it is the last.
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
