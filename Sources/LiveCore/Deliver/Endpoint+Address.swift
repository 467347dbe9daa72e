extension Endpoint {
  /// An address of a server with a path behind it, one slash between them; `path` begins with one.
  static func address(_ path: String, of server: String) -> String {
    var base = server[...]
    while base.hasSuffix("/") { base = base.dropLast() }
    return base + path
  }
}
