internal import Yams

extension ConfigText {
  /// Nil for what cannot be configuration, after that was said.
  mutating func node(from yaml: Node, under name: String, depth: Int) -> ConfigNode? {
    guard yaml.anchor == nil else {
      refuseAlias(at: Position(yaml.mark))
      return nil
    }
    guard depth <= Self.limits.depth else {
      refuse(.configSyntax, "nested deeper than \(Self.limits.depth) levels", at: Position(yaml.mark))
      return nil
    }
    return content(of: yaml, under: name, depth: depth).map {
      ConfigNode(name: name, place: place(yaml.mark), content: $0)
    }
  }

  private mutating func content(of yaml: Node, under name: String, depth: Int) -> ConfigNode.Content? {
    switch yaml {
    case .scalar(let scalar): return .scalar(scalar.string, isPlain: scalar.style == .plain)
    case .sequence(let sequence): return .list(sequence.compactMap { node(from: $0, under: name, depth: depth + 1) })
    case .mapping(let mapping): return .mapping(mapping.compactMap { field(from: $0, to: $1, depth: depth + 1) })
    case .alias:
      refuseAlias(at: Position(yaml.mark))
      return nil
    }
  }

  private mutating func field(from key: Node, to value: Node, depth: Int) -> ConfigNode.Field? {
    guard key.anchor == nil else {
      refuseAlias(at: Position(key.mark))
      return nil
    }
    guard case .scalar(let scalar) = key else {
      refuse(.configWrongType, "a key takes text, not a list or a mapping", at: Position(key.mark))
      return nil
    }
    guard !Self.isCovered(scalar.string), let value = node(from: value, under: scalar.string, depth: depth) else {
      return nil
    }
    return ConfigNode.Field(key: scalar.string, place: place(key.mark), value: value)
  }
}
