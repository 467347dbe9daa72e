internal import CWebAssets
internal import Mustache

/// The templates of the page. One template renders a thing, for pages and streams alike.
package struct PageTemplates: Sendable {
  /// Values that every template can use besides its own.
  package struct Surroundings: Sendable {
    /// Prefix of all links, such as `/ball`; empty by default.
    package var prefix: String
    /// The choices of the address, for links without a query and for those with one: `?scores=hidden`, `&scores=hidden`.
    package var choices, moreChoices: String
    /// The league to whose pages the links lead: `mlb`.
    package var site: String

    package init(prefix: String, _ preferences: Preferences = Preferences(), site: String = "mlb") {
      (self.prefix, self.site) = (prefix, site)
      (choices, moreChoices) = (preferences.asChoices, preferences.asMoreChoices)
    }
  }

  private struct Root {
    var prefix: String
    var choices, moreChoices: String
    var site: String
    var template: String
    var content: any Sendable
  }

  private let library: MustacheLibrary

  /// Parses all templates of the program. Throws an error of Mustache for one that is malformed.
  package init() throws {
    var library = MustacheLibrary()
    for (name, text) in WebAsset.templates {
      library.register(try MustacheTemplate(string: text), named: name)
    }
    self.library = library
  }

  /// Returns the HTML of a content. Text of its value is escaped.
  package func render(_ content: PageContent, in surroundings: Surroundings) -> String {
    let root = Root(
      prefix: surroundings.prefix, choices: surroundings.choices, moreChoices: surroundings.moreChoices,
      site: surroundings.site, template: content.template, content: content.value)
    return library.render(root, withTemplate: "content") ?? ""
  }

  /// Returns the HTML of a content on one line, as a stream needs it.
  package func line(_ content: PageContent, in surroundings: Surroundings) -> String {
    String(render(content, in: surroundings).map { $0.isNewline ? " " : $0 })
  }

  /// Returns a page in its frame.
  func render(_ frame: PageFrame) -> String { library.render(frame, withTemplate: "frame") ?? "" }
}
