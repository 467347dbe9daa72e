/// The program's version and how it identifies itself to servers.
public enum Version {
  /// Semantic version of this release.
  public static let current = "0.1.0"

  /// 2026-01-01T00:00:00Z. The program did not exist before, so a clock with an earlier time is wrong.
  package static let beginning = Timestamp(seconds: 1_767_225_600)

  /// User-Agent of every request, with a contact address for server operators.
  package static let userAgent = "livegamed/\(current) (+https://github.com/livegamed/livegamed)"
}
