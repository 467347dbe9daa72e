/// Value that is nil if it has the wrong shape, so that its siblings are still decoded.
package struct Lenient<Value: Decodable>: Decodable {
  package var value: Value?
  /// Reason for a missing value.
  package var reason = ""

  package var flaw: String? { value == nil ? reason : nil }

  package init(from decoder: any Decoder) {
    do {
      value = try Value(from: decoder)
    } catch {
      let place = decoder.codingPath.map(\.stringValue).joined(separator: ".")
      reason = "\((error as? DecodingError)?.inWords ?? "\(error)") in \(place)"
    }
  }
}
