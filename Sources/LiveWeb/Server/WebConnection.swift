internal import NIOCore
internal import NIOPosix

/// Bounds of a connection that the server's configuration cannot set: small buffers, and a client that vanished is noticed
/// within half a minute.
final class WebConnection: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  /// Bytes that wait in the process for a client, before the writer waits.
  private static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 8 << 10, high: 32 << 10)
  /// Bytes that wait in the kernel. Without this, it keeps up to 4 MB for a slow client.
  private static let sendBuffer: SocketOptionValue = 64 << 10
  /// `TCP_USER_TIMEOUT`: how long sent data may stay without an acknowledgement, in ms.
  private static let userTimeout: (option: CInt, value: SocketOptionValue) = (18, 30_000)

  func handlerAdded(context: ChannelHandlerContext) {
    // The synchronous options of a socket's channel are those of this handler's own loop. One that cannot be set is no
    // reason to refuse the connection.
    guard let options = context.channel.syncOptions else { return }
    try? options.setOption(.writeBufferWaterMark, value: Self.waterMark)
    try? options.setOption(.socketOption(.so_sndbuf), value: Self.sendBuffer)
    try? options.setOption(.tcpOption(.init(rawValue: Self.userTimeout.option)), value: Self.userTimeout.value)
    try? options.setOption(.tcpOption(.tcp_nodelay), value: 1)
  }
}
