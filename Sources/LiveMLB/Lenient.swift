internal import LiveModel

/// Value that is nil if it has the wrong shape, so that its siblings are still decoded.
struct Lenient<Value: Decodable>: Decodable {
  var value: Value?
  /// Reason for a missing value.
  var reason = ""

  var flaw: String? { value == nil ? reason : nil }

  init(from decoder: any Decoder) {
    do {
      value = try Value(from: decoder)
    } catch {
      let place = decoder.codingPath.map(\.stringValue).joined(separator: ".")
      reason = "\((error as? DecodingError)?.inWords ?? "\(error)") in \(place)"
    }
  }
}
