internal import FoundationEssentials

/// JSON with sorted members and plain slashes: the same value gives the same bytes in every run.
public enum StableJSON {
  /// Encodes a value as one line, without a newline.
  public static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }
}
