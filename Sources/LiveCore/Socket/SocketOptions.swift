/// The bounds of the socket's service, and what it knows of the daemon.
struct SocketOptions: Sendable {
  /// How long a client may stay silent before it is subscribed to what happens from its connection on.
  var grace: Duration = .seconds(1)
  /// A subscriber to whom nothing was sent for so long gets a heartbeat.
  var heartbeat: Duration = .seconds(15)
  /// A client that takes no byte for so long, while some wait for it, is closed.
  var stall: Duration = .seconds(30)
  /// How long clients may take to read to their end when the service stops.
  var farewell: Duration = .seconds(1)
  /// Bytes that may wait for a client; past them the log is not read for it. One line may lie over the bound.
  var outputBytes = 256 << 10
  /// The longest request in bytes, without its newline.
  var requestBytes = 64 << 10
  /// Clients at the same time.
  var clients = 1024
  /// Events read from the log at once.
  var page = 64
  /// The sinks that the daemon serves.
  var sinks: [ServedSink] = []
  /// What is told of the games and of the daemon.
  var view = DaemonView()
  /// Who may change deliveries.
  var admits: @Sendable (UnixSocket.Peer?) -> Bool = { $0?.mayOrder(of: UnixSocket.Peer.ownUID) ?? false }
}
