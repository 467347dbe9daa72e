/// A JSON object of an answer whose members are read one by one. A missing or malformed member is nil and affects
/// no other. Numbers are bounded, so that arithmetic on them cannot overflow.
///
/// It is valid only while the answer is being decoded.
package struct LenientObject: Decodable {
  private let members: KeyedDecodingContainer<Name>?

  /// The largest accepted number.
  package static let mostCounted = 1_000_000_000

  /// The name of any member.
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Never throws: a value that is no object has no members.
  package init(from decoder: any Decoder) { members = try? decoder.container(keyedBy: Name.self) }

  /// The names of all members, sorted.
  package var names: [String] { (members?.allKeys ?? []).map(\.stringValue).sorted() }

  /// Returns a member that is an object; one without members if it is none.
  package subscript(name: String) -> LenientObject {
    LenientObject(members: try? members?.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name)))
  }

  private init(members: KeyedDecodingContainer<Name>?) { self.members = members }

  /// Whether it has no member.
  package var isEmpty: Bool { members?.allKeys.isEmpty ?? true }

  package func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    (try? members?.decodeIfPresent(Value.self, forKey: Name(stringValue: name))) ?? nil
  }

  /// Returns a text; nil for an empty one.
  package func text(_ name: String) -> String? { value(name, as: String.self).flatMap { $0.isEmpty ? nil : $0 } }

  package func flag(_ name: String) -> Bool? { value(name) }

  /// Returns a whole number; nil for a negative or an enormous one.
  package func number(_ name: String) -> Int? {
    value(name, as: Int.self).flatMap { (0...Self.mostCounted).contains($0) ? $0 : nil }
  }

  /// Returns the elements of a list, at most `most`; elements that are no objects have no members.
  package func objects(_ name: String, most: Int) -> [LenientObject] {
    Array((value(name, as: [LenientObject].self) ?? []).prefix(most))
  }

  /// Returns the numbers of a list, at most `most`, without its other elements.
  package func numbers(_ name: String, most: Int) -> [Int] {
    (value(name, as: [Lenient<Int>].self) ?? []).prefix(most).compactMap(\.value)
  }
}
