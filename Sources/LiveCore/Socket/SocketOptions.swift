/// The bounds of the socket's service, and what it knows of the daemon.
struct SocketOptions: Sendable {
  /// How long a client may stay silent before it is subscribed to what happens from its connection on.
  var grace: Duration = .seconds(1)
  /// A subscriber to whom nothing was sent for so long gets a heartbeat.
  var heartbeat: Duration = .seconds(15)
  /// A client that takes no whole line for so long, while some wait for it, is closed.
  var stall: Duration = .seconds(30)
  /// What may be logged, in bytes, while a client is behind; past it the client is closed.
  var lag = 16 << 20
  /// How long clients may take to read to their end when the service stops.
  var drainTimeout: Duration = .seconds(1)
  /// How late a deadline may be noticed: one look at all clients serves many of them.
  var sweep: Duration = .milliseconds(100)
  /// Bytes of the newest lines that are kept in memory; who is further behind is served from the log.
  var ring = 1 << 20
  /// Bytes of answers that may wait for a client; past them its next request is not read. One answer may lie over it.
  var outputBytes = 64 << 10
  /// The longest request in bytes, without its newline.
  var requestBytes = 64 << 10
  /// Requests in a row that are not understood; the client that sends so many is closed.
  var misunderstandings = 16
  /// Clients at the same time; `ClientQuota` says who gets the places.
  var clients = 16_384
  /// Events read from the log at once.
  var page = 64
  /// What is told of the games and of the daemon.
  var view = DaemonInfo()
  /// Where the clients are counted.
  var meters = Meters()
  /// Who is at the other end.
  var identify: @Sendable (UnixSocket) -> UnixSocket.Peer? = { $0.peer }
  /// Who may change deliveries.
  var admits: @Sendable (UnixSocket.Peer?) -> Bool = { $0?.mayOrder(of: UnixSocket.Peer.ownUID) ?? false }
  /// For whom some places are kept.
  var isPrivileged: @Sendable (UnixSocket.Peer?) -> Bool = { $0?.mayOrder(of: UnixSocket.Peer.ownUID) ?? false }
}
