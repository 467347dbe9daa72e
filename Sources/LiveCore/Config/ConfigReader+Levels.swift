internal import LiveModel

/// Advice on a key that is known at another level of the file, as after a wrong indentation.
extension ConfigReader {
  /// The keys of each mapping that has its own, by the key of the mapping.
  private static let nested: [(name: String, keys: [String])] = [
    ("follow", names(of: FollowKey.self)), ("source", names(of: SourceKey.self)), ("mlb", names(of: MLBKey.self)),
    ("nba", names(of: NBAKey.self)), ("numbers", names(of: NumbersKey.self)),
    ("poll", names(of: PollKey.self)), ("log", names(of: LogSettingKey.self)), ("socket", names(of: SocketKey.self)),
    ("journal", names(of: JournalKey.self)), ("metrics", names(of: MetricsKey.self)),
    ("web", names(of: WebKey.self)), ("trust", names(of: TrustKey.self)),
    ("cluster", names(of: ClusterKey.self)),
    ("quiet_hours", names(of: QuietDraft.Key.self)),
  ]

  private static func names<Key: CaseIterable & RawRepresentable>(of: Key.Type) -> [String]
  where Key.RawValue == String { Key.allCases.map(\.rawValue) }

  /// Finds where an unknown key belongs; nil if no level has it.
  ///
  /// - Parameters:
  ///   - key: the key, which is not one of `known`.
  ///   - before: the fields above it in the same mapping.
  ///   - known: the keys of this level.
  ///   - isRoot: whether this level is that of the whole file.
  /// - Returns: advice such as `indent 'teams' below 'follow'`.
  func level(
    of key: String, after before: some BidirectionalCollection<ConfigNode.Field>, known: [String], isRoot: Bool
  )
    -> String?
  {
    if !isRoot, Self.names(of: Key.self).contains(key) { return Self.tooFarRight(key) }
    let mappings = Self.nested.filter { $0.keys.contains(key) }.map(\.name)
    if let above = before.last(where: { known.contains($0.key) && mappings.contains($0.key) }) {
      return "indent '\(key)' below '\(above.key)'"
    }
    var places = mappings.map { "'\($0)'" }
    if sinkKeys.contains(key) { places.append("a sink") }
    if RouteDraft.keys.contains(key) { places.append("a route") }
    return places.isEmpty ? nil : "it is a key of \(places.listed(with: "and"))"
  }

  private static func tooFarRight(_ key: String) -> String {
    "'\(key)' stands too far to the right: it is a key of the whole file"
  }

  /// Reports a key in `sinks` that is one of the whole file or of a single sink, and returns whether it is.
  mutating func refuseLevel(ofSink field: ConfigNode.Field, after before: ArraySlice<ConfigNode.Field>) -> Bool {
    let hint: String
    if Self.names(of: Key.self).contains(field.key), !isSink(field.value) {
      hint = Self.tooFarRight(field.key)
    } else if sinkKeys.contains(field.key), !Self.isSinkName(field.key) || field.value.kind != .mapping {
      let above = before.last { [.mapping, .nothing].contains($0.value.kind) && !sinkKeys.contains($0.key) }
      hint = "indent '\(field.key)' below \(above.map { "'\($0.key)'" } ?? "the name of a sink")"
      // The keys that it lacks may be here.
      if let above { sinks[above.key]?.isBroken = true }
    } else {
      return false
    }
    refuse(.configUnknownKey, "\(quoted(field.key)) is not a sink", at: field.place, hint: hint)
    return true
  }

  private func isSink(_ node: ConfigNode) -> Bool {
    guard case .mapping(let fields) = node.content else { return false }
    return fields.contains { $0.key == CommonSinkKey.type.rawValue } || fields.allSatisfy { sinkKeys.contains($0.key) }
  }
}
