extension Endpoint {
  /// An address of a server with a path behind it, one slash between them; `path` begins with one.
  static func address(_ path: String, of server: some StringProtocol) -> String { WebAddress.server(server) + path }
}
