internal import FoundationEssentials
internal import LiveModel

/// A row of a list that StatsAPI answers.
protocol MLBRow: Decodable {
  /// Name of the member that holds the list: `people`.
  static var list: String { get }
}

/// An answer of StatsAPI that is one list. An unreadable row does not affect other rows.
struct MLBRows<Row: MLBRow>: Decodable {
  private var rows: [Lenient<Row>]

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Throws if the answer has no such list.
  init(from decoder: any Decoder) throws {
    rows = try decoder.container(keyedBy: Key.self).decode([Lenient<Row>].self, forKey: Key(stringValue: Row.list))
  }

  /// Decodes an answer, and makes a value of each row; nil for a row without a usable id. Throws if the body has no
  /// such list, or if it has rows but none can be read.
  static func read<Value: Sendable>(_ body: [UInt8], _ value: (Row) -> Value?) throws -> RowsRead<Value> {
    var read = RowsRead<Value>()
    for row in try JSONDecoder().decode(Self.self, from: Data(body)).rows {
      if let value = row.value.flatMap(value) {
        read.rows.append(value)
      } else {
        read.note(row.flaw ?? "a row of \(Row.list) has no usable id")
      }
    }
    if read.rows.isEmpty, let reason = read.reason { throw UnreadableRows(reason: reason) }
    return read
  }
}

/// An object of which only the name, or the name and the id, are read: a division, a ballpark, a kind of statistics.
struct MLBNamed: Decodable {
  var id: Lenient<Int>?
  var name: Lenient<String>?
  var abbreviation: Lenient<String>?
  var displayName: Lenient<String>?
  var description: Lenient<String>?
}

extension Int {
  /// The ids of StatsAPI.
  static let statsAPIIDs = 1...999_999_999_999
}
