internal import FoundationEssentials
internal import Mustache

/// The values for a template's names: an event's members, nested as in the wire format.
struct FormatContext: MustacheParent, MustacheCustomRenderable {
  /// More than the tags or the players of any play, or the places of a batting order.
  static let longestList = 64

  private let members: [String: Any]
  private let tools: FormatTools

  init(_ event: Event, budget: FormatBudget, escape: @escaping Wording.Escape) {
    let data = FormatNode(event.data)
    let tags = FormatNode.object(Dictionary(event.data.tags.map { ($0.rawValue, .flag(true)) }) { first, _ in first })
    let envelope: [String: FormatNode] = [
      "specversion": .text("1.0"), "id": .text(event.id), "type": .text(event.type.rawValue),
      "subject": .text(event.subject), "time": .text(event.time.description),
      "datacontenttype": .text("application/json"), "data": data, "is": tags,
    ]
    self.init(envelope.merging(data.members) { outer, _ in outer }, FormatTools(budget: budget, escape: escape))
  }

  fileprivate init(_ nodes: [String: FormatNode], _ tools: FormatTools) {
    members = nodes.mapValues { $0.value(tools) }
    self.tools = tools
  }

  func child(named name: String) -> Any? { tools.budget.take(FormatBudget.look) ? members[name] : nil }

  // An object as a whole has no text: the order of its members would be another one in every run.
  var renderText: String { "" }
  var isNull: Bool { false }
}

/// Tools that all values of one rendering share.
private struct FormatTools {
  let budget: FormatBudget
  let escape: Wording.Escape
}

/// Text or a number, escaped as late as it can be: after every transform.
private struct FormatValue: MustacheParent, MustacheCustomRenderable, MustacheTransformable {
  let text: String
  let tools: FormatTools

  func child(named name: String) -> Any? { nil }

  var renderText: String { isAffordable ? tools.escape(text) : "" }
  var isNull: Bool { text.isEmpty }

  private var isAffordable: Bool { tools.budget.take(FormatBudget.look + text.utf8.count) }

  func transform(_ name: String) -> Any? {
    guard isAffordable else { return nil }
    return switch name {
    case "ordinal": Int(text, in: Int.counted).map { with(Ordinal.text(of: $0)) }
    case "uppercased": with(text.uppercased())
    case "lowercased": with(text.lowercased())
    case "capitalized": with(text.prefix(1).uppercased() + text.dropFirst())
    case "empty": text.isEmpty
    default: nil
    }
  }

  private func with(_ text: String) -> FormatValue { FormatValue(text: text, tools: tools) }
}

/// Values in a row; as text they stand with commas.
private struct FormatList: MustacheParent, MustacheCustomRenderable, MustacheSequence, MustacheTransformable {
  /// At most `FormatContext.longestList`.
  let elements: [Any]
  let tools: FormatTools

  func child(named name: String) -> Any? { nil }

  func makeIterator() -> Turns { Turns(elements: elements.makeIterator(), budget: tools.budget) }

  /// The elements, as long as the budget lasts.
  struct Turns: IteratorProtocol {
    var elements: IndexingIterator<[Any]>
    let budget: FormatBudget

    mutating func next() -> Any? {
      guard let element = elements.next(), budget.takeTurn() else { return nil }
      return element
    }
  }

  var renderText: String {
    elements.compactMap { ($0 as? any MustacheCustomRenderable)?.renderText }.filter { !$0.isEmpty }
      .joined(separator: ", ")
  }
  var isNull: Bool { elements.isEmpty }

  func transform(_ name: String) -> Any? {
    guard tools.budget.take(FormatBudget.look * (1 + elements.count)) else { return nil }
    return switch name {
    case "first": elements.first
    case "last": elements.last
    case "reversed": FormatList(elements: elements.reversed(), tools: tools)
    case "count":
      FormatValue(text: String(elements.count), tools: FormatTools(budget: tools.budget, escape: { $0 }))
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

  /// Encodes the event's data as the wire format does.
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

  func value(_ tools: FormatTools) -> Any {
    switch self {
    case .text(let text): FormatValue(text: text, tools: tools)
    case .flag(let flag): flag
    case .list(let nodes):
      FormatList(elements: nodes.prefix(FormatContext.longestList).map { $0.value(tools) }, tools: tools)
    case .object: FormatContext(members, tools)
    case .nothing: FormatValue(text: "", tools: tools)
    }
  }
}

/// The work that one rendering of a template may still do. Every look-up, value and list element uses some of it. When
/// it is used up, names have no values and lists are empty, so that the rendering ends soon.
///
/// A turn of a list renders the whole template at most. So no template of a few kilobytes takes more than a second,
/// however its sections are nested.
final class FormatBudget {
  /// In bytes of text that is put out or gone over.
  static let whole = 4 << 20
  /// The cost of a look-up by name.
  static let look = 32

  /// Below 0 once something was refused.
  private var left: Int
  /// Bytes of the template.
  private let page: Int

  init(templateBytes: Int) { (left, page) = (Self.whole, templateBytes) }

  /// Something was refused.
  var isSpent: Bool { left < 0 }

  /// False once there is no more.
  func take(_ bytes: Int) -> Bool {
    guard left >= 0 else { return false }
    left -= bytes
    return left >= 0
  }

  /// Takes a turn of a list. False once there is no more.
  func takeTurn() -> Bool { take(Self.look + page) }
}
