/// The version of this program.
public enum Version {
  /// Semantic version of the release.
  public static let current = "0.1.0"

  /// This program did not exist before: a clock that stands earlier is wrong. 2026-01-01.
  static let beginning = Timestamp(seconds: 1_767_225_600)

  /// Sent with every request, so that a server's operator knows whom to ask.
  static let userAgent = "livegamed/\(current) (+https://github.com/livegamed/livegamed)"
}
