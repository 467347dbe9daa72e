/// A page: what stands in the frame, and what its stream shows.
package struct Page: Sendable {
  /// One of the tabs in the frame.
  package enum Tab: Sendable { case scores, players, teams, daemon }

  package var status = 200
  /// The text of the window, without the name of the program: `CLE 5, SEA 4, top of the 8th`.
  package var title: String
  package var tab: Tab?
  package var content: PageContent
  /// The stream that keeps the page up to date; nil for a page that does not change by itself.
  package var live: LiveView?
  /// The newest sequence of the log that the content shows. The stream begins behind it.
  package var cursor = 0
  /// Identifies the arrangement of the content, like `LiveScene.arrangement`; nil if it never changes.
  package var arrangement: String?
  /// For how many seconds a browser may use the page without asking again. 0 means that it must ask.
  package var maxAge = 0

  package init(title: String, tab: Tab?, content: PageContent, live: LiveView? = nil, cursor: Int = 0) {
    (self.title, self.tab, self.content, self.live, self.cursor) = (title, tab, content, live, cursor)
  }
}

/// A template with the value that it shows.
///
/// The value is made for the template: structures of strings, booleans, optionals and arrays. Never a type of the model,
/// because Mustache reads all members of a value by reflection.
package struct PageContent: Sendable {
  /// The name of a file in `Templates`, without `.mustache`: `game`, `game/play`.
  package var template: String
  package var value: any Sendable

  package init(_ template: String, _ value: any Sendable) { (self.template, self.value) = (template, value) }
}
