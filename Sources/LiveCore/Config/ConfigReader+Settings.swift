internal import LiveModel

/// Converts values with special rules.
extension ConfigReader {
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

  /// Reads the name of a group.
  mutating func systemName(_ node: ConfigNode) -> String? {
    guard let name = text(node), isShort(name, node, upTo: ConfigLimits.systemName) else { return nil }
    guard !name.utf8.contains(0) else {
      refuse(.configBadValue, "\(quoted(node.name)) holds a NUL", at: node.place, hint: "remove it")
      return nil
    }
    return name
  }

  /// Reads the path of a Unix socket. The kernel has 108 bytes for it, including the terminating NUL.
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

  /// Reads the address of the feed. Plain HTTP is allowed because a replay server or a proxy on the local network has
  /// no certificate.
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

extension ConfigReader {
  enum LogSettingKey: String, CaseIterable {
    case maxSize = "max_size"
    case retention
  }

  /// Valid sizes of the log: the events of a single day need at least 16 MiB, and 1 TiB exceeds any sensible use.
  static let logSizes = (16 << 20)...(1 << 40)

  /// Valid ages of events. A final is news for a day, so that the log needs it for as long.
  static let logAges = Duration.seconds(86_400)...DurationText.longest

  mutating func readLog(_ node: ConfigNode) {
    fields(of: node, as: LogSettingKey.self) { reader, key, value in
      switch key {
      case .maxSize: reader.set(\.log.maxSize, reader.size(value, in: Self.logSizes))
      case .retention:
        let (shortest, longest) = (Self.logAges.lowerBound, Self.logAges.upperBound)
        reader.set(\.log.retention, reader.duration(value, from: shortest, upTo: longest))
      }
    }
  }

  /// Reads a number of bytes with a unit.
  mutating func size(_ node: ConfigNode, in range: ClosedRange<Int>) -> Int? {
    let what = "a size \(SizeText.range(range))"
    guard [.text, .number].contains(node.kind), let text = node.text else {
      return refuse(node, takes: what, hint: "write it with its unit, as in \(SizeText.examples(in: range))")
    }
    guard let size = SizeText.parse(text), range.contains(size) else {
      refuse(
        .configBadValue, "\(quoted(node.name)) takes \(what), not \(quoted(text))", at: node.place,
        hint: SizeText.advice(on: text, in: range))
      return nil
    }
    return size
  }
}

extension ConfigReader {
  enum MetricsKey: String, CaseIterable { case listen }

  mutating func readMetrics(_ node: ConfigNode) {
    fields(of: node, as: MetricsKey.self) { reader, key, value in
      switch key {
      case .listen: reader.set(\.metrics.listen, reader.loopback(value))
      }
    }
  }

  /// Reads a loopback address and a port. Rejects host names, which others can redefine, and wildcards, because the
  /// endpoint has no authentication.
  private mutating func loopback(_ node: ConfigNode) -> LoopbackAddress? {
    guard node.kind == .text, let text = node.text else {
      return refuse(node, takes: "an address and a port", hint: "write it as in \(Self.loopbackExamples)")
    }
    do {
      return try LoopbackAddress(text)
    } catch {
      switch error {
      case .form:
        refuse(
          .configBadValue, "'listen' takes an address in numbers and a port, and \(quoted(text)) is not one",
          at: node.place, hint: "write it as in \(Self.loopbackExamples)")
      case .reach:
        refuse(
          .configBadValue, "'listen' takes an address that only this machine can reach, not \(quoted(text))",
          at: node.place,
          hint: "write it as in \(Self.loopbackExamples); others get the metrics through a proxy with a password")
      }
    }
    return nil
  }

  private static let loopbackExamples = "\"127.0.0.1:9464\" or \"[::1]:9464\""
}

/// The bounds of the request rate per host.
enum RequestRate {
  /// Requests per second, from one in about 17 minutes to one per millisecond.
  static let bounds = 0.001...1000.0

  /// Returns the time between two requests. Clamps the rate to `bounds`, so that the division cannot overflow.
  static func spacing(perSecond rate: Double) -> Duration {
    .seconds(1) / (rate > bounds.lowerBound ? min(rate, bounds.upperBound) : bounds.lowerBound)
  }
}
