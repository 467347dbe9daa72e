import NIOCore

/// Ends a connection some time after it began, whatever it is doing: who neither asks nor reads keeps nobody out for long.
final class ConnectionDeadline: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  /// Prometheus gives up after as long, unless it is told otherwise.
  private static let span: TimeAmount = .seconds(10)

  private var end: Scheduled<Void>?

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    end = context.eventLoop.scheduleTask(in: Self.span) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }
}
