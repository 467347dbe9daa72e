extension ConfigReader {
  private enum MetricsKey: String, CaseIterable { case listen }

  mutating func readMetrics(_ node: ConfigNode) {
    fields(of: node, as: MetricsKey.self) { reader, key, value in
      switch key {
      case .listen: reader.set(\.metrics.listen, reader.loopback(value))
      }
    }
  }

  /// Neither name nor wildcard: what a name means is another's to change, and there is no password.
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
          .configBadValue, "'listen' takes an address in numbers and a port, and \(quoted(text)) is none",
          at: node.place, hint: "write it as in \(Self.loopbackExamples)")
      case .reach:
        refuse(
          .configBadValue, "'listen' takes an address of this machine alone, and others can reach \(quoted(text))",
          at: node.place, hint: "take 127.0.0.1, and let a proxy that asks for a password serve others")
      }
    }
    return nil
  }

  private static let loopbackExamples = "\"127.0.0.1:9464\" or \"[::1]:9464\""
}
