internal import LiveModel

/// The players of all pages of a list of balldontlie, or of the first ones.
struct NBAPlayerPages: Sendable {
  var read = RowsRead<PlayerListing>()
  /// Whether these are all pages.
  var isWhole = false

  /// The most pages that are read: five requests a minute are few.
  private static let most = 3

  /// Returns the plan for a list; in its answer the fault of the first page. Of a page behind it that fails, the pages
  /// before it are the answer.
  static func plan(
    freshFor lifetime: Duration, request: @escaping @Sendable (Int?) -> HTTPRequest
  ) -> ListingPlan<Result<NBAPlayerPages, Fault>> {
    page(1, at: nil, NBAPlayerPages(), lifetime, request)
  }

  private static func page(
    _ number: Int, at cursor: Int?, _ before: NBAPlayerPages, _ lifetime: Duration,
    _ request: @escaping @Sendable (Int?) -> HTTPRequest
  ) -> ListingPlan<Result<NBAPlayerPages, Fault>> {
    .ask(
      ListingRequest(
        request(cursor), freshFor: lifetime,
        next: { body in
          let page = try BalldontliePage<BalldontliePlayer>(body)
          var pages = before
          pages.add(page)
          // A cursor that does not move on would ask for the same page again.
          guard let next = page.next, next != cursor, number < most else { return .answer(.success(pages)) }
          return self.page(number + 1, at: next, pages, lifetime, request)
        }, failed: { .answer(number == 1 ? .failure($0) : .success(before)) }))
  }

  /// Decodes an answer with a list of one page; nil if there are more.
  static func whole(in answer: [UInt8]) throws -> RowsRead<PlayerListing>? {
    let page = try BalldontliePage<BalldontliePlayer>(answer)
    guard page.next == nil else { return nil }
    var pages = NBAPlayerPages()
    pages.add(page)
    return pages.read
  }

  private mutating func add(_ page: BalldontliePage<BalldontliePlayer>) {
    read.rows += page.rows.rows.map(\.listing)
    read.unreadable += page.rows.unreadable
    read.reason = read.reason ?? page.rows.reason
    isWhole = page.next == nil
  }
}
