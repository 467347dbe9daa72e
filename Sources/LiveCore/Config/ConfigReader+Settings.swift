/// Values with rules of their own.
extension ConfigReader {
  mutating func teams(_ node: ConfigNode) -> [String]? {
    names(node)?.compactMap { name, place in
      if ClubName.abbreviations.contains(name) { return name }
      refuse(
        .configUnknownName, "unknown team \(quoted(name))", at: place,
        hint: meant { Self.club(meantBy: name) }
          ?? "use the feed's abbreviation, such as 'BOS' or 'NYY'")
      return nil
    }
  }

  /// The abbreviation nearest to an abbreviation, a name, or the end of a name: `Red Sox`.
  static func club(meantBy text: String) -> String? {
    if let abbreviation = Suggestion.nearest(to: text, among: ClubName.abbreviations) { return abbreviation }
    let names = ClubName.all.flatMap { club in
      let words = club.name.split(separator: " ")
      return words.indices.map { (name: words[$0...].joined(separator: " "), club: club.abbreviation) }
    }
    let meant = Suggestion.nearest(to: text, among: names.map(\.name))
    return names.first { $0.name == meant }?.club
  }

  mutating func sportIDs(_ node: ConfigNode) -> [Int]? {
    guard let elements = elements(of: node, takes: "a list of whole numbers") else { return nil }
    guard !elements.isEmpty else {
      refuse(.configBadValue, "'sport_ids' is empty", at: node.place, hint: "name at least 1, which is MLB")
      return nil
    }
    return elements.compactMap { integer($0, in: 1...99_999) }
  }

  mutating func rate(_ node: ConfigNode) -> Double? {
    guard node.kind == .number, let text = node.text else { return refuse(node, takes: "a number") }
    guard let rate = Double(text), RequestRate.bounds.contains(rate) else {
      refuse(
        .configBadValue, "\(quoted(node.name)) takes 0.001 to 1000 a second, not \(quoted(text))", at: node.place)
      return nil
    }
    return rate
  }

  mutating func path(_ node: ConfigNode) -> String? {
    guard let path = text(node) else { return nil }
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      refuse(
        .configBadValue, "\(quoted(node.name)) takes an absolute path", at: node.place, hint: "begin it with '/'")
      return nil
    }
    return isShort(path, node, upTo: ConfigLimits.path) ? path : nil
  }

  /// A name that the system looks up.
  mutating func systemName(_ node: ConfigNode) -> String? {
    guard let name = text(node), isShort(name, node, upTo: ConfigLimits.systemName) else { return nil }
    guard !name.utf8.contains(0) else {
      refuse(.configBadValue, "\(quoted(node.name)) holds a NUL", at: node.place, hint: "remove it")
      return nil
    }
    return name
  }

  /// The kernel keeps 108 bytes for the path of a Unix socket, its end included.
  mutating func socketPath(_ node: ConfigNode) -> String? {
    guard let path = path(node) else { return nil }
    guard path.utf8.count <= 107 else {
      refuse(
        .configBadValue, "the path of a Unix socket has at most 107 bytes, and this one has \(path.utf8.count)",
        at: node.place)
      return nil
    }
    return path
  }

  mutating func mode(_ node: ConfigNode) -> UInt32? {
    let octal = node.text.flatMap { text in (3...4).contains(text.utf8.count) ? UInt32(text, radix: 8) : nil }
    switch node.kind {
    case .number:
      let written = octal == nil ? "0660" : node.text ?? "0660"
      return refuse(
        node, takes: "octal text", hint: "put it in quotes, \"\(written)\", for YAML would change its value")
    case .text:
      if let octal, octal <= 0o777, node.text?.first != "+" { return octal }
      refuse(
        .configBadValue, "'mode' takes permission bits as octal text from \"0000\" to \"0777\"", at: node.place,
        hint: "write it as in \"0660\"")
      return nil
    default: return refuse(node, takes: "octal text", hint: "write it as in \"0660\"")
    }
  }

  /// Plain HTTP is allowed: a replay or a proxy on the own network has no certificate.
  mutating func baseURL(_ node: ConfigNode) -> String? {
    guard let text = text(node), isShort(text, node, upTo: ConfigLimits.address) else { return nil }
    let hint = "write it as in 'https://statsapi.mlb.com'"
    guard let url = WebAddress(text) else {
      refuse(.configBadValue, "'base_url' takes an http or https address with a host", at: node.place, hint: hint)
      return nil
    }
    guard url.isBare else {
      refuse(.configBadValue, "'base_url' takes no user, query or fragment", at: node.place, hint: hint)
      return nil
    }
    return WebAddress.server(text)
  }
}
