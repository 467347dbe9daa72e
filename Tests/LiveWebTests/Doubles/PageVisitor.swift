@testable import LiveModel
@testable import LiveWeb

/// Asks a section for a page as a browser does, and renders the answer.
struct PageVisitor {
  let section: any PageSection
  var preferences = Preferences()
  /// Seconds since 1970.
  var time = SimulatedSource.firstPitch

  /// Returns the page of a path such as `mlb/players?q=luis`; nil for an answer that is no page, and without one.
  func page(_ address: String) async throws -> Page? {
    let parts = address.split(separator: "?", maxSplits: 1)
    let pairs = parts.count < 2 ? [] : parts[1].split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
    let query = Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") })
    let request = PageRequest(
      path: parts[0].split(separator: "/").map(String.init), query: query, preferences: preferences,
      now: Timestamp(seconds: Int64(time)))
    guard case .page(let page) = try await section.answer(to: request) else { return nil }
    return page
  }

  /// Returns the HTML of a page's content; empty without a page.
  func html(_ address: String) async throws -> String {
    guard let page = try await page(address) else { return "" }
    return try PageTemplates().render(page.content, in: PageTemplates.Surroundings(prefix: "/ball", preferences))
  }
}
