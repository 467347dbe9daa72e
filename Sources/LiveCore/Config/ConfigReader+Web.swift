internal import LiveModel

/// Reads `web`.
extension ConfigReader {
  enum WebKey: String, CaseIterable { case listen, hosts, token, trust, path, frame, clients, states }

  enum TrustKey: String, CaseIterable { case header, from }

  /// The fewest characters of a token: 22 of base64 have 128 bits.
  private static let shortestToken = 22
  /// The most hosts, origins or addresses of a proxy.
  private static let mostNames = 32
  private static let tokenAdvice = "'openssl rand -base64 32' prints one; keep it in the credential 'web'"

  mutating func readWeb(_ node: ConfigNode) {
    var web = config.web ?? Config.WebSettings()
    places["web"] = places["web"] ?? node.place
    fields(of: node, as: WebKey.self) { reader, key, value in
      guard value.kind != .nothing else { return }
      reader.places["web.\(key.rawValue)"] = value.place
      switch key {
      case .listen: web.listen = reader.listenAddress(value) ?? web.listen
      case .hosts: web.hosts = reader.checked(value, as: "host names", Self.host, hint: Self.hostAdvice) ?? web.hosts
      case .token: web.token = reader.webToken(value) ?? web.token
      case .trust: web.trust = reader.trust(value) ?? web.trust
      case .path: web.path = reader.prefix(value) ?? web.path
      case .frame: web.frame = reader.checked(value, as: "origins", Self.origin, hint: Self.originAdvice) ?? web.frame
      case .clients: web.clients = reader.integer(value, in: Config.WebSettings.clientCounts) ?? web.clients
      case .states: web.states = reader.flag(value) ?? web.states
      }
    }
    config.web = web
  }

  /// Checks that strangers cannot see the page, and that its address is free.
  mutating func finishWeb() {
    guard let web = config.web else { return }
    // A value that was refused is no reason for a second fault.
    let own = WebKey.allCases.compactMap { places["web.\($0.rawValue)"] }
    guard !faults.contains(where: { fault in own.contains { $0 == fault.place } }) else { return }
    let place = places["web.listen"] ?? places["web"]
    let hasLogin = places["web.token"] != nil || places["web.trust"] != nil
    if !web.listen.isLoopback, !hasLogin {
      refuse(
        .configBadValue, "others could open the page at \(quoted(web.listen.text)) without a login", at: place,
        hint:
          "add 'token: \"${credential:web}\"' (\(Self.tokenAdvice)), or 'trust' for a proxy with a login, or listen on \"127.0.0.1:9465\""
      )
    }
    if let metrics = config.metrics.listen, metrics.port != 0, metrics.port == web.listen.port,
      metrics.host == web.listen.host || web.listen.isWildcard
    {
      refuse(
        .configBadValue, "'web' and 'metrics' listen on the same port, \(metrics.port)", at: place,
        hint: "give one of them another port")
    }
  }

  private mutating func listenAddress(_ node: ConfigNode) -> ListenAddress? {
    let examples = "write it as in \"127.0.0.1:9465\", \"192.168.1.9:9465\" or \"[::1]:9465\""
    guard node.kind == .text, let text = node.text else {
      return refuse(node, takes: "an address and a port", hint: examples)
    }
    if let address = ListenAddress(text) { return address }
    refuse(
      .configBadValue, "'listen' takes an address in numbers and a port, and \(quoted(text)) is not one",
      at: node.place, hint: examples)
    return nil
  }

  private mutating func webToken(_ node: ConfigNode) -> Secret? {
    guard let token = token(node) else { return nil }
    let isLong = token.reveal { $0.utf8.count >= Self.shortestToken && Set($0.utf8).count > 7 }
    if isLong { return token }
    refuse(
      .configSecret, "'token' takes at least \(Self.shortestToken) random characters, so that nobody can guess it",
      at: node.place, hint: Self.tokenAdvice)
    return nil
  }

  private mutating func trust(_ node: ConfigNode) -> Config.WebSettings.Trust? {
    let before = faults.count
    var header: String?
    var from: [IPAddress]?
    fields(of: node, as: TrustKey.self) { reader, key, value in
      switch key {
      case .header: header = reader.headerName(value)
      case .from:
        from = reader.checked(
          value, as: "addresses in numbers", { IPAddress($0) }, hint: "write them as in [127.0.0.1, \"fd00::7\"]")
      }
    }
    guard node.kind == .mapping, faults.count == before else { return nil }
    guard let header, let from, !from.isEmpty else {
      refuse(
        .configMissingKey, "'trust' takes 'header' and 'from'", at: node.place,
        hint: "write it as in {header: Remote-User, from: [127.0.0.1]}")
      return nil
    }
    return Config.WebSettings.Trust(header: header, from: from)
  }

  private mutating func headerName(_ node: ConfigNode) -> String? {
    guard let text = text(node) else { return nil }
    if Self.isWord(text, of: 1...64) { return text.lowercased() }
    refuse(
      .configBadValue, "'header' takes the name of a header, and \(quoted(text)) is not one", at: node.place,
      hint: "write it as in Remote-User")
    return nil
  }

  private mutating func prefix(_ node: ConfigNode) -> String? {
    guard let text = text(node) else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if text.hasPrefix("/"), text.utf8.count <= 100, parts.allSatisfy({ Self.isWord($0, of: 1...64) }) { return text }
    refuse(
      .configBadValue, "'path' takes a path without a slash at its end, and \(quoted(text)) is not one",
      at: node.place, hint: "write it as in /ball")
    return nil
  }

  /// Reads a list of texts of a form.
  private mutating func checked<Value>(
    _ node: ConfigNode, as what: String, _ value: (String) -> Value?, hint: String
  ) -> [Value]? {
    guard let names = names(node) else { return nil }
    guard names.count <= Self.mostNames else {
      refuse(
        .configBadValue, "\(quoted(node.name)) takes at most \(Self.mostNames) elements, and not \(names.count)",
        at: node.place, hint: "shorten the list")
      return nil
    }
    return names.compactMap { text, place in
      if let value = value(text) { return value }
      refuse(
        .configBadValue, "\(quoted(node.name)) takes \(what), and \(quoted(text)) is not one", at: place, hint: hint)
      return nil
    }
  }

  private static let hostAdvice = "write the name alone, without 'http://' and port, as in scores.lan"
  private static let originAdvice = "write scheme, name and port, as in https://ha.lan or http://ha.lan:8123"

  /// Returns a host name in lower-case; nil for any other text.
  private static func host(_ text: String) -> String? {
    let name = text.lowercased()
    if IPAddress(host: name) != nil { return name }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    let isName = name.utf8.count <= 253 && labels.allSatisfy { isWord($0, of: 1...63) && !$0.hasPrefix("-") }
    return isName ? name : nil
  }

  /// Returns the origin of a page in lower-case; nil for any other text.
  private static func origin(_ text: String) -> String? {
    let origin = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: origin.hasPrefix) else { return nil }
    let parts = origin.dropFirst(scheme.count).split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let name = parts.first, host(String(name)) != nil,
      parts.count == 1 || Int(parts[1], in: 1...65_535) != nil
    else { return nil }
    return origin
  }
}

extension ListenAddress {
  /// The address and the port as they are written in a configuration.
  fileprivate var text: String { String(url(port: port).dropFirst("http://".count)) }

  /// Whether it stands for all addresses of the machine.
  fileprivate var isWildcard: Bool { address == .v4(0) || address == .v6(0) }
}
