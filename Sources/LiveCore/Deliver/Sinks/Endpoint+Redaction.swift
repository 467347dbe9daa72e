extension Endpoint {
  /// As `excerpt(of:)`, without these secrets either: a topic or a token is not in the URL, and an answer may hold it.
  func excerpt(of body: [UInt8], hiding secrets: [Secret]) -> String {
    var text = String(decoding: body, as: UTF8.self)
    for secret in secrets {
      text = secret.reveal { $0.isEmpty ? text : text.replacing($0, with: secret.description) }
    }
    return excerpt(of: Array(text.utf8))
  }
}
