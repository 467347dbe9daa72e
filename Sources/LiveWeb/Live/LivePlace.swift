internal import LiveModel

/// The place of a stream: the newest sequence that its client has, and the state that it was sent.
struct LivePlace: Hashable, Sendable {
  /// The newest sequence of the log that the client has.
  var cursor: Int
  /// Digests of the elements of present state that it has, by id. Empty for a page that was just loaded.
  var parts: [String: UInt64] = [:]
  /// Digest of the arrangement of the client's page; nil if the page has none.
  var arrangement: String?
  /// The revision of the scene that it has, as far as the view has revisions.
  var revision: Int?

  /// Returns the digest of an arrangement, for the address of a stream.
  static func digest(of arrangement: String) -> String {
    var digest = FNV1a()
    digest.add(arrangement)
    return String(digest.value, radix: 36)
  }

  /// The id of an event of the stream: `9f2c61aa.2118`.
  static func id(_ cursor: Int, in log: String) -> String { "\(log).\(cursor)" }

  /// The place in an id. Nil for the id of another log, and for anything else.
  static func cursor(in id: String, of log: String) -> Int? {
    let parts = id.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == log else { return nil }
    return Int(parts[1], in: 0...(1 << 53))
  }
}

/// One event of a stream, as in the HTML standard's "Server-sent events".
enum LiveEvent {
  /// The reason why a client must fetch its page again.
  enum ReloadReason: String {
    /// Too much is new.
    case tooMuch = "too_much"
    /// The log is another one, or was set back.
    case otherLog = "other_log"
    /// The elements do not fit into the page any more.
    case changed
  }

  /// Returns the text of an event. `data` has no line feed.
  static func text(_ name: String, _ data: String, id: String? = nil) -> String {
    (id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: \(data)\n\n"
  }

  /// The first event: how long the browser waits before it reconnects, in ms, and which log this is.
  static func hello(log: String, newest: Int, retry: Int) -> String {
    "retry: \(retry)\n" + text("hello", #"{"log":"\#(log)","newest":\#(newest)}"#)
  }
}
