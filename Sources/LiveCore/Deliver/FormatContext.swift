internal import FoundationEssentials
internal import Mustache

/// What a template's names stand for: an event's members, as the wire format nests them.
struct FormatContext: MustacheParent, MustacheCustomRenderable {
  private let members: [String: Any]

  init(_ event: Event, escape: @escaping Wording.Escape) {
    let data = FormatNode(event.data)
    let tags = FormatNode.object(Dictionary(event.data.tags.map { ($0.rawValue, .flag(true)) }) { first, _ in first })
    let envelope: [String: FormatNode] = [
      "specversion": .text("1.0"), "id": .text(event.id), "type": .text(event.type.rawValue),
      "subject": .text(event.subject), "time": .text(event.time.description),
      "datacontenttype": .text("application/json"), "data": data, "is": tags,
    ]
    self.init(envelope.merging(data.members) { outer, _ in outer }, escape)
  }

  fileprivate init(_ nodes: [String: FormatNode], _ escape: @escaping Wording.Escape) {
    members = nodes.mapValues { $0.value(escape) }
  }

  func child(named name: String) -> Any? { members[name] }

  // An object as a whole has no text: the order of its members would be another one in every run.
  var renderText: String { "" }
  var isNull: Bool { false }
}

/// Text or a number, escaped as late as it can be: after every transform.
private struct FormatValue: MustacheParent, MustacheCustomRenderable, MustacheTransformable {
  let text: String
  let escape: Wording.Escape

  func child(named name: String) -> Any? { nil }

  var renderText: String { escape(text) }
  var isNull: Bool { text.isEmpty }

  func transform(_ name: String) -> Any? {
    switch name {
    case "ordinal": Int(text, in: Int.counted).map { FormatValue(text: Ordinal.text(of: $0), escape: escape) }
    case "uppercased": FormatValue(text: text.uppercased(), escape: escape)
    case "lowercased": FormatValue(text: text.lowercased(), escape: escape)
    case "capitalized": FormatValue(text: text.prefix(1).uppercased() + text.dropFirst(), escape: escape)
    case "empty": text.isEmpty
    default: nil
    }
  }
}

/// Values in a row; as text they stand with commas.
private struct FormatList: MustacheParent, MustacheCustomRenderable, MustacheSequence, MustacheTransformable {
  let elements: [Any]

  func child(named name: String) -> Any? { nil }

  func makeIterator() -> IndexingIterator<[Any]> { elements.makeIterator() }

  var renderText: String {
    elements.compactMap { ($0 as? any MustacheCustomRenderable)?.renderText }.filter { !$0.isEmpty }
      .joined(separator: ", ")
  }
  var isNull: Bool { elements.isEmpty }

  func transform(_ name: String) -> Any? {
    switch name {
    case "first": elements.first
    case "last": elements.last
    case "reversed": FormatList(elements: elements.reversed())
    case "count": FormatValue(text: String(elements.count)) { $0 }
    case "empty": elements.isEmpty
    default: nil
    }
  }
}

/// A value of the wire format.
private indirect enum FormatNode: Decodable {
  case text(String)
  case flag(Bool)
  case list([FormatNode])
  case object([String: FormatNode])
  case nothing

  /// What the wire format makes of it.
  init(_ data: EventData) {
    let line = try? JSONEncoder().encode(data)
    self = line.flatMap { try? JSONDecoder().decode(FormatNode.self, from: $0) } ?? .nothing
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int.self) {
      self = .text(String(number))
    } else if let list = try? container.decode([FormatNode].self) {
      self = .list(list)
    } else if let members = try? container.decode([String: FormatNode].self) {
      self = .object(members)
    } else {
      self = .nothing
    }
  }

  /// Of an object; what is null has none.
  var members: [String: FormatNode] {
    guard case .object(let members) = self else { return [:] }
    return members.filter { if case .nothing = $0.value { false } else { true } }
  }

  func value(_ escape: @escaping Wording.Escape) -> Any {
    switch self {
    case .text(let text): FormatValue(text: text, escape: escape)
    case .flag(let flag): flag
    case .list(let nodes): FormatList(elements: nodes.map { $0.value(escape) })
    case .object: FormatContext(members, escape)
    case .nothing: FormatValue(text: "", escape: escape)
    }
  }
}
