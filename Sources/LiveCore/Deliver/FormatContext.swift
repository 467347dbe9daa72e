internal import LiveModel
internal import Mustache

/// The names available to a template: an event's members, nested as in the wire format.
struct FormatContext: MustacheParent, MustacheCustomRenderable {
  /// Larger than the number of tags or players of any play, and than a batting order.
  static let longestList = 64

  private let members: [String: Any]
  private let tools: FormatTools

  init(_ event: Event, budget: FormatBudget, escape: @escaping Wording.Escape) {
    let data = JSONNode(encoding: event.data) ?? .null
    let tags = JSONNode.object(Dictionary(event.data.tags.map { ($0.rawValue, .flag(true)) }) { first, _ in first })
    let envelope: [String: JSONNode] = [
      "specversion": .text("1.0"), "id": .text(event.id), "type": .text(event.type.rawValue),
      "subject": .text(event.subject), "time": .text(event.time.description),
      "datacontenttype": .text("application/json"), "data": data, "is": tags,
    ]
    self.init(envelope.merging(data.members) { outer, _ in outer }, FormatTools(budget: budget, escape: escape))
  }

  fileprivate init(_ nodes: [String: JSONNode], _ tools: FormatTools) {
    members = nodes.mapValues { $0.value(tools) }
    self.tools = tools
  }

  func child(named name: String) -> Any? { tools.budget.take(FormatBudget.look) ? members[name] : nil }

  // An object as a whole has no text, because the order of its members would differ in every run.
  var renderText: String { "" }
  var isNull: Bool { false }
}

/// The state shared by all values of one rendering.
private struct FormatTools {
  let budget: FormatBudget
  let escape: Wording.Escape
}

/// Text or a number, escaped after all transforms.
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

/// A list of values. Its text has commas between the elements.
private struct FormatList: MustacheParent, MustacheCustomRenderable, MustacheSequence, MustacheTransformable {
  /// At most `FormatContext.longestList`.
  let elements: [Any]
  let tools: FormatTools

  func child(named name: String) -> Any? { nil }

  func makeIterator() -> Turns { Turns(elements: elements.makeIterator(), budget: tools.budget) }

  /// Iterates over the elements while the budget lasts.
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

extension JSONNode {
  /// The members of an object without null ones; empty for any other value.
  fileprivate var members: [String: JSONNode] {
    guard case .object(let members) = self else { return [:] }
    return members.filter { $0.value != .null }
  }

  fileprivate func value(_ tools: FormatTools) -> Any {
    switch self {
    case .text(let text): FormatValue(text: text, tools: tools)
    case .integer(let integer): FormatValue(text: String(integer), tools: tools)
    case .number(let number): FormatValue(text: String(number), tools: tools)
    case .flag(let flag): flag
    case .list(let nodes):
      FormatList(elements: nodes.prefix(FormatContext.longestList).map { $0.value(tools) }, tools: tools)
    case .object: FormatContext(members, tools)
    case .null: FormatValue(text: "", tools: tools)
    }
  }
}

/// The budget of one rendering. Every look-up, value and iteration uses it up. Once it is spent, names have no value
/// and lists are empty, so that the rendering soon ends.
///
/// An iteration renders the whole template at most. So a template of a few kilobytes takes at most a second, however
/// its sections are nested.
final class FormatBudget {
  /// The budget in bytes of text, written or scanned.
  static let whole = 4 << 20
  /// The cost of a look-up by name, found or not.
  static let look = 32

  /// Negative once a request was refused.
  private var left: Int
  /// The size of the template in bytes.
  private let templateBytes: Int

  init(templateBytes: Int) { (left, self.templateBytes) = (Self.whole, templateBytes) }

  /// Whether a request was refused.
  var isSpent: Bool { left < 0 }

  /// Uses up `bytes`. Returns false if the budget does not suffice.
  func take(_ bytes: Int) -> Bool {
    guard left >= 0 else { return false }
    left -= bytes
    return left >= 0
  }

  /// Uses up one iteration over a list. Returns false if the budget does not suffice.
  func takeTurn() -> Bool { take(Self.look + templateBytes) }
}
