import Foundation

/// What every line must be that leaves this program: `docs/livegame-event.schema.json`, and what a schema cannot say.
public enum WireFormat {
  /// The published schema.
  public static let schema = Result {
    try JSONSchema(JSONValue(Data(contentsOf: URL(filePath: root + "/docs/livegame-event.schema.json"))))
  }

  /// The folder of the whole project.
  public static let root = "/" + URL(filePath: #filePath).pathComponents.dropFirst().dropLast(3).joined(separator: "/")

  /// All that is wrong with a line, empty where it is right. A member that the schema does not name is wrong: somebody
  /// forgot it there.
  public static func faults(in line: some Sequence<UInt8>) -> [String] {
    do {
      let document = try JSONValue(line)
      let faults = try schema.get().faults(in: document, strict: true)
      return faults.isEmpty ? contradictions(in: document) : faults
    } catch {
      return ["\(error)"]
    }
  }

  /// The envelope repeats parts of the data, and no schema can compare two members.
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
