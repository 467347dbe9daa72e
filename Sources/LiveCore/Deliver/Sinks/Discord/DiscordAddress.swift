/// Where a webhook of Discord takes messages and changes to them.
///
/// Source: Discord API v10, "Execute Webhook", "Edit Webhook Message".
struct DiscordAddress: Equatable, Sendable {
  private var base: Substring
  private var query: [Substring]

  /// Takes the URL as Discord's settings show it, with any query. On Discord's own hosts the version is set, for an
  /// unversioned one answers in other units, and the forms for Slack and GitHub are left; elsewhere a proxy may have
  /// paths of its own.
  init(_ url: String, thread: String?) {
    let whole = url.prefix { $0 != "#" }
    base = whole.prefix { $0 != "?" }
    while base.last == "/" { base.removeLast() }
    query = whole.dropFirst(whole.prefix { $0 != "?" }.count + 1).split(separator: "&")
      .filter { !$0.hasPrefix("wait=") && (thread == nil || !$0.hasPrefix("thread_id=")) }
    if let thread { query.append("thread_id=\(Self.percentEncoded(thread))") }
    if let versioned = Self.versioned(base) { base = versioned }
  }

  /// Answers with the message, whose id is needed to change it.
  var posting: String { address("", ["wait=true"] + query) }

  func editing(_ message: Receipt.Handle) -> String {
    address("/messages/\(Self.percentEncoded(message.rawValue))", query)
  }

  private func address(_ path: String, _ query: [Substring]) -> String {
    base + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// `https://discord.com/api/v10/webhooks/<id>/<token>`; nil when it is not Discord's.
  private static func versioned(_ base: Substring) -> Substring? {
    let parts = base.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 6, isDiscord(parts[2]), let hooks = parts.firstIndex(of: "webhooks"), parts.count >= hooks + 3
    else { return nil }
    return (parts[..<3] + ["api", "v10"] + parts[hooks..<(hooks + 3)]).joined(separator: "/")[...]
  }

  private static func isDiscord(_ authority: Substring) -> Bool {
    let host = authority.split(separator: "@").last.map { $0.prefix { $0 != ":" }.lowercased() } ?? ""
    return ["discord.com", "discordapp.com"].contains { host == $0 || host.hasSuffix(".\($0)") }
  }

  private static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isPlain || "-_.~".unicodeScalars.contains(scalar)
        ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
