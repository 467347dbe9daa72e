package import LiveModel

/// A request for a page, after the server has checked where it comes from.
package struct PageRequest: Sendable {
  /// The parts of the path below the prefix, decoded: `["mlb", "games", "823163"]`. At most 8.
  package var path: [String]
  /// The values of the query by name, decoded; the last of several. At most 16, each of at most 200 bytes.
  package var query: [String: String]
  /// Those of the cookie, with the changes of `delay` and `scores` in the query.
  package var preferences: Preferences
  package var now: Timestamp

  package init(
    path: [String], query: [String: String] = [:], preferences: Preferences = Preferences(), now: Timestamp
  ) {
    (self.path, self.query, self.preferences, self.now) = (path, query, preferences, now)
  }
}

/// The answer to a request for a page.
package enum PageAnswer: Sendable {
  case page(Page)
  /// Sends the browser to a path below the prefix, such as `/mlb`, with status 303.
  case redirect(String)
  /// A file that is not a page, such as a calendar.
  case file(bytes: [UInt8], type: String, maxAge: Int)
}

/// A part of the site: some pages, and what their streams show.
///
/// Errors that a section throws become error pages: `lookup.no-game` and `lookup.unknown-name` with status 404, other
/// faults with 503.
package protocol PageSection: Sendable {
  /// Returns the answer to a request; nil for a path that is not of this section.
  func answer(to request: PageRequest) async throws -> PageAnswer?

  /// Returns what a stream shows now; nil for a view that is not of this section. With a cursor, `elements` are those of
  /// the facts with a sequence above it.
  func scene(of view: LiveView, after cursor: Int?, at now: Timestamp) async throws -> LiveScene?

  /// Returns a number that changes with the scene of a view, if it costs less than the scene; nil otherwise.
  func revision(of view: LiveView, at now: Timestamp) async throws -> Int?
}

extension PageSection {
  package func revision(of view: LiveView, at now: Timestamp) async throws -> Int? { nil }
}
