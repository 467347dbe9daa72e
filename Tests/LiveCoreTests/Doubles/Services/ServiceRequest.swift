import Foundation
import WireSchema

@testable import LiveCore

/// A request in parts.
struct ServiceRequest {
  var host: String
  /// Decoded, without empty ones.
  var path: [String]
  var query: [String: String]
  /// Nil when the body is no JSON object, or has a member twice.
  var body: [String: JSONValue]?

  init(_ request: HTTPRequest) {
    let parts = URLComponents(string: request.url)
    host = parts?.host ?? ""
    path = (parts?.path ?? "").split(separator: "/").map(String.init)
    let items = (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    query = Dictionary(items) { first, _ in first }
    if case .object(let members)? = try? JSONValue(request.body) { body = members }
  }
}

extension JSONValue {
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var integer: Int? {
    guard case .number(let number) = self else { return nil }
    return Int(exactly: number)
  }

  var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// Of a member that may be absent, which counts as empty.
  static func length(_ member: JSONValue?) -> Int { (member?.text ?? "").unicodeScalars.count }
}

extension String {
  /// `&lt;`, `&gt;` and `&amp;` as what they stand for.
  var withoutEntities: String {
    replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}
