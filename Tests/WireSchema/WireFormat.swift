import Foundation

/// The format of every line that this program sends: `docs/livegame-event.schema.json`, and rules that a schema
/// cannot express.
public enum WireFormat {
  /// The published schema.
  public static let schema = Result {
    try JSONSchema(JSONValue(Data(contentsOf: URL(filePath: root + "/docs/livegame-event.schema.json"))))
  }

  /// The root of the repository.
  public static let root = "/" + URL(filePath: #filePath).pathComponents.dropFirst().dropLast(3).joined(separator: "/")

  /// Returns all faults of a line, empty if it is valid. A member that the schema does not name is a fault, because
  /// it was forgotten there.
  public static func faults(in line: some Sequence<UInt8>) -> [String] {
    do {
      let document = try JSONValue(line)
      let faults = try schema.get().faults(in: document, strict: true)
      return faults.isEmpty ? contradictions(in: document) : faults
    } catch {
      return ["\(error)"]
    }
  }

  /// Returns contradictions between the envelope and the data, because no schema can compare two members.
  public static func contradictions(in document: JSONValue) -> [String] {
    let data = document["data"]
    let (fact, game) = (text(data?["fact"]), data?["game"])
    let gamePk = text(game?["id"])
    let subject = "\(text(game?["away"]?["abbreviation"]))@\(text(game?["home"]?["abbreviation"]))"
    let head = "\(text(data?["league"]))/\(gamePk)/"
    let source = text(document["source"]).split(separator: "/").suffix(3).joined(separator: "/")
    let claims = [
      ("id", text(document["id"]), "\(fact)@\(text(data?["revision"]))"),
      ("subject", text(document["subject"]), subject),
      ("source", source, "\(text(data?["league"]))/games/\(gamePk)"),
      ("data/fact", String(fact.prefix(head.count)), head),
    ]
    return claims.filter { $0.1 != $0.2 }.map { "/\($0.0): '\($0.1)' should be '\($0.2)'" }
  }

  private static func text(_ value: JSONValue?) -> String {
    guard case .string(let text) = value else { return value?.description ?? "" }
    return text
  }
}
