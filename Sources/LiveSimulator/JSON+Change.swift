extension JSON {
  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  /// The object with these members, each in the place of its namesake or behind the others.
  func merging(_ members: [(String, JSON)]) -> JSON {
    guard case .object(var own) = self else { return self }
    for member in members {
      if let place = own.firstIndex(where: { $0.0 == member.0 }) { own[place] = member } else { own.append(member) }
    }
    return .object(own)
  }

  /// The object with one of its members changed, where it has that.
  func changing(_ name: String, _ change: (JSON) -> JSON) -> JSON {
    guard let value = self[name] else { return self }
    return merging([(name, change(value))])
  }

  /// The array with every element changed.
  func mapping(_ change: (JSON) -> JSON) -> JSON {
    guard case .array(let elements) = self else { return self }
    return .array(elements.map(change))
  }

  /// The array with one element changed, where it has that.
  func mapping(at index: Int, _ change: (JSON) -> JSON) -> JSON {
    guard case .array(var elements) = self, elements.indices.contains(index) else { return self }
    elements[index] = change(elements[index])
    return .array(elements)
  }
}
