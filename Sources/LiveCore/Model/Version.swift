/// What this program calls itself.
public enum Version {
  /// Semantic version of the release.
  public static let current = "0.1.0"

  /// Sent with every request, so that a server's operator knows whom to ask.
  static let userAgent = "livegamed/\(current) (+https://github.com/livegamed/livegamed)"
}
