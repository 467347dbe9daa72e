/// The content of a view at one moment.
package struct LiveScene: Sendable {
  /// The newest sequence of the log that it shows.
  package var cursor: Int
  /// Identifies the arrangement of the page. If it changes, the elements do not fit into the page any more, and the client
  /// fetches the page again. A game that moves from "Later today" to "Live" is an example.
  package var arrangement: String
  /// Elements that show the present state. A client gets those that have changed.
  package var parts: [LiveElement] = []
  /// Elements of new facts, in log order: the newest revision of each, once.
  package var facts: [LiveElement] = []
  /// Sentences for screen readers, of new facts.
  package var sentences: [String] = []
  /// Whether so much is new that the client fetches the page again instead.
  package var isTooMuch = false
  /// When the scene changes without a new fact, because its delay ends: seconds from now; nil otherwise.
  package var nextChange: Duration?

  /// The largest number of new facts in one scene.
  package static let mostFacts = 200

  package init(cursor: Int, arrangement: String) { (self.cursor, self.arrangement) = (cursor, arrangement) }
}

/// An element of a page with an id, which replaces the element of that id in a client's page.
///
/// The rendered element has `id`. If the page has no such element, it is put into the element that its attribute
/// `data-in` names, before the first child with a smaller `data-order`. An element with `data-once` replaces nothing.
package struct LiveElement: Sendable {
  package var id: String
  package var content: PageContent

  package init(_ id: String, _ content: PageContent) { (self.id, self.content) = (id, content) }
}
