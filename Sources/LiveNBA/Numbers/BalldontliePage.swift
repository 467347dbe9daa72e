internal import FoundationEssentials
internal import LiveModel

/// A row of a list that balldontlie answers.
protocol BalldontlieRow: Sendable {
  /// Nil for an object that is no such row.
  init?(_ row: LenientObject)
}

/// One page of a list: `{"data":[…],"meta":{"next_cursor":277,"per_page":100}}`. Some lists have no `meta`, and the last
/// page has no `next_cursor`.
struct BalldontliePage<Row: BalldontlieRow>: Decodable, Sendable {
  private(set) var rows = RowsRead<Row>()
  /// The place of the next page; nil on the last one.
  private(set) var next: Int?

  private enum CodingKeys: String, CodingKey { case data }

  /// Throws if the answer has no list, or if it has rows but none can be read.
  init(from decoder: any Decoder) throws {
    let list = try decoder.container(keyedBy: CodingKeys.self).decode([LenientObject].self, forKey: .data)
    for row in list.prefix(Self.most) {
      if let row = Row(row) { rows.rows.append(row) } else { rows.note("a row has no usable id or name") }
    }
    if rows.rows.isEmpty, let reason = rows.reason { throw UnreadableRows(reason: reason) }
    next = LenientObject(from: decoder)["meta"].value("next_cursor", as: Int.self).flatMap {
      Int.balldontlieIDs.contains($0) ? $0 : nil
    }
  }

  init(_ body: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(body)) }

  /// The most rows of one answer; the service sends at most 100.
  private static var most: Int { 1000 }
}

/// An answer about one thing: `{"data":{…}}`.
struct BalldontlieOne<Row: BalldontlieRow>: Decodable, Sendable {
  let row: Row

  private enum CodingKeys: String, CodingKey { case data }

  /// Throws if the answer has no such object.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let row = Row(try container.decode(LenientObject.self, forKey: .data)) else {
      throw UnreadableRows(reason: "it has no usable id or name")
    }
    self.row = row
  }

  init(_ body: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(body)) }
}

extension Int {
  /// The ids and cursors of balldontlie.
  static let balldontlieIDs = 1...(1 << 53)
}

extension LenientObject {
  /// The longest text of an answer that is of use, in bytes.
  private static let longest = 200

  /// The id that the service gives; nil without one.
  var balldontlieID: Int? { value("id", as: Int.self).flatMap { Int.balldontlieIDs.contains($0) ? $0 : nil } }

  /// Returns a text in single spaces; nil for an empty or an enormous one.
  func words(_ name: String) -> String? {
    guard let text = text(name), text.utf8.count <= Self.longest else { return nil }
    let words = text.singleSpaced
    return words.isEmpty ? nil : words
  }
}
