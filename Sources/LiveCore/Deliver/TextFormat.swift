internal import LiveModel
internal import Mustache

/// The operator's own text for one event: a Mustache template over the members of the wire format.
///
/// The members of `data` are also available at the top level, `is` has a true member for every tag, and missing members
/// are empty. Values are escaped for the sink; the template's own text is not.
///
/// Bounds: `longest` bytes, `mostSections` sections, lists of `FormatContext.longestList` elements, and
/// `FormatBudget.whole` per rendering. Anything beyond the last two is left out.
struct TextFormat: Sendable {
  private let template: MustacheTemplate
  private let bytes: Int

  /// Parses a template. Throws `sink.bad-format`, without a place, if it is invalid, too long, renders nothing for
  /// the sample event of any league, or too much for one with long lists.
  init(_ source: String, leagues: Leagues = .known) throws(Fault) {
    guard source.utf8.count <= Self.longest else {
      throw Self.fault("is longer than \(Self.longest) bytes", hint: "shorten it")
    }
    guard source.count(where: Self.openers.contains) <= Self.mostSections else {
      throw Self.fault("has more than \(Self.mostSections) sections", hint: "use fewer of '#', '^', '<' and '$'")
    }
    let text = source.replacing("\r\n", with: "\n")
    guard !text.hasSuffix("{{") else { throw Self.fault("ends within a tag", hint: "close it with '}}'") }
    bytes = Self.plainText.utf8.count + text.utf8.count
    do {
      template = try MustacheTemplate(string: Self.plainText + text)
    } catch {
      throw Self.fault(of: error)
    }
    let samples = leagues.all.map(\.sample)
    guard samples.contains(where: { self.text(of: $0).contains { !$0.isWhitespace } }) else {
      throw Self.fault("says nothing of a play", hint: "name members that a play has, such as '{{summary}}'")
    }
    guard !samples.contains(where: { rendering(of: $0.withLongLists, escape: { $0 }).isCut }) else {
      throw Self.fault(
        "repeats its text too often where lists are long",
        hint: "do not put sections of lists, such as '{{#players}}' and '{{#tags}}', into one another")
    }
  }

  /// Renders an event. Returns blank text if the event has none of the members that the template names.
  func text(of event: Event, escape: @escaping Wording.Escape = { $0 }) -> String {
    rendering(of: event, escape: escape).text
  }

  /// Renders an event. `isCut` is true if the budget was exceeded and something was left out.
  private func rendering(of event: Event, escape: @escaping Wording.Escape) -> (text: String, isCut: Bool) {
    let budget = FormatBudget(templateBytes: bytes)
    let text = template.render(FormatContext(event, budget: budget, escape: escape))
    return (text, budget.isSpent)
  }

  private static let longest = 8192
  /// Characters that begin a section after a delimiter. The parser recurses for each section, on a stack that may be
  /// small.
  private static let openers: Set<Character> = ["#", "^", "<", "$"]
  private static let mostSections = 100
  /// A pragma against the library's default of escaping for HTML. On a line of its own it adds nothing to the text.
  private static let plainText = "{{% CONTENT_TYPE:TEXT}}\n"

  private static func fault(_ what: String, hint: String) -> Fault {
    Fault(.sinkBadFormat, "'format' \(what)", hint: hint)
  }

  private static func fault(of error: any Error) -> Fault {
    let parsing = error as? MustacheTemplate.ParserError
    let place = parsing.map { " at line \($0.context.lineNumber - 1), column \($0.context.columnNumber)" } ?? ""
    let (what, hint) = words(for: parsing?.error as? MustacheTemplate.Error)
    return fault("is no Mustache template\(place): \(what)", hint: hint)
  }

  private static func words(for error: MustacheTemplate.Error?) -> (what: String, hint: String) {
    switch error {
    case .sectionCloseNameIncorrect:
      ("another section is open", "close the sections in the order '{{/inner}}{{/outer}}'")
    case .expectedSectionEnd: ("a section is not closed", "close '{{#name}}' with '{{/name}}'")
    case .unfinishedName: ("this is no name", "write tags as '{{name}}', names with letters, digits, '.' and '_'")
    case .invalidSetDelimiter: ("these are no delimiters", "write them as '{{=<% %>=}}'")
    case .invalidConfigVariableSyntax, .unrecognisedConfigVariable: ("this pragma is unknown", "leave '{{% … }}' out")
    case .transformAppliedToInheritanceSection, .illegalTokenInsideInheritSection, .textInsideInheritSection:
      ("there are no other templates to inherit from", "leave '{{< … }}' and '{{$ … }}' out")
    case nil: ("a tag is not closed", "close it with '}}'")
    }
  }
}

extension Fault.Code {
  static let sinkBadFormat = Fault.Code("sink.bad-format")
}

extension Event {
  /// The event with the largest lists that a format can get.
  fileprivate var withLongLists: Event {
    var event = self
    let most = FormatContext.longestList
    event.data.tags = (0..<most).map { Tag("tag_\($0)") }
    event.data.players = (0..<most).compactMap { data.players.isEmpty ? nil : data.players[$0 % data.players.count] }
    event.data.members = data.members.withLists(of: most)
    return event
  }
}
