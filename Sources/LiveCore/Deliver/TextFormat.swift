internal import Mustache

/// The operator's own text for one event: a Mustache template over the members of the wire format.
///
/// The members of `data` stand at the top level too, `is` has a true member for every tag, and what an event lacks is
/// empty. Values are escaped for the sink that asks, the template's own text never.
struct TextFormat: Sendable {
  private let template: MustacheTemplate

  /// Throws `sink.bad-format`, without a place, when it is no template or says nothing of a sample event.
  init(_ source: String) throws(Fault) {
    guard source.utf8.count <= Self.longest else {
      throw Self.fault("is longer than \(Self.longest) bytes", mend: "shorten it")
    }
    guard source.count(where: Self.openers.contains) <= Self.mostSections else {
      throw Self.fault("has more than \(Self.mostSections) sections", mend: "use fewer of '#', '^', '<' and '$'")
    }
    let text = source.replacing("\r\n", with: "\n")
    guard !text.hasSuffix("{{") else { throw Self.fault("ends within a tag", mend: "close it with '}}'") }
    do {
      template = try MustacheTemplate(string: Self.plainText + text)
    } catch {
      throw Self.fault(of: error)
    }
    guard self.text(of: .sample).contains(where: { !$0.isWhitespace }) else {
      throw Self.fault("says nothing of a play", mend: "name members that a play has, such as '{{summary}}'")
    }
  }

  /// Blank where the event has nothing that the template asks for.
  func text(of event: Event, escape: @escaping Wording.Escape = { $0 }) -> String {
    template.render(FormatContext(event, escape: escape))
  }

  private static let longest = 8192
  /// What begins a section stands behind some delimiter. The parser calls itself for each, on a stack that may be small.
  private static let openers: Set<Character> = ["#", "^", "<", "$"]
  private static let mostSections = 100
  /// The library escapes for HTML unless it is told otherwise. On a line of its own it leaves nothing behind.
  private static let plainText = "{{% CONTENT_TYPE:TEXT}}\n"

  private static func fault(_ what: String, mend: String) -> Fault {
    Fault(.sinkBadFormat, "'format' \(what)", mend: mend)
  }

  private static func fault(of error: any Error) -> Fault {
    let parsing = error as? MustacheTemplate.ParserError
    let place = parsing.map { " at line \($0.context.lineNumber - 1), column \($0.context.columnNumber)" } ?? ""
    let (what, mend) = words(for: parsing?.error as? MustacheTemplate.Error)
    return fault("is no Mustache template\(place): \(what)", mend: mend)
  }

  private static func words(for error: MustacheTemplate.Error?) -> (what: String, mend: String) {
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
