internal import CMosquitto
internal import Glibc

extension MQTTTrouble: Error {}

extension MQTTTrouble {
  /// Names the cause of a failed call. `login` is the broker's answer to the login, `complaint` what the library said
  /// about an error; it is the only place that has the words of TLS.
  init(code: Int32, errno number: Int32, login: UInt8?, complaint: String?) {
    if let login, login != 0 {
      self.init(.login(login), "the broker refuses the login: \(Self.words(forReason: login))")
      return
    }
    let words = String(cString: mosquitto_strerror(code))
    switch code {
    case MOSQ_ERR_EAI.rawValue: self.init(.unresolved, "the broker's host name has no address")
    case MOSQ_ERR_TLS.rawValue, MOSQ_ERR_TLS_HANDSHAKE.rawValue:
      self.init(.tls, "TLS failed: \(complaint.map(Self.plain) ?? words)")
    case MOSQ_ERR_ERRNO.rawValue: self.init(errno: number, words)
    case MOSQ_ERR_CONN_LOST.rawValue, MOSQ_ERR_NO_CONN.rawValue:
      let end = login == nil ? "the connection ended before the broker's answer" : "the broker ended the connection"
      self.init(.broken, complaint.map { "\(end): \(Self.plain($0))" } ?? end)
    case MOSQ_ERR_KEEPALIVE.rawValue: self.init(.broken, "the broker did not answer in time")
    default: self.init(.broken, words)
    }
  }

  private init(errno number: Int32, _ words: String) {
    let text = number == 0 ? words : String(cString: strerror(number))
    switch number {
    case ECONNREFUSED: self.init(.refused, "connection refused")
    case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH: self.init(.unreachable, "no connection: \(text)")
    default: self.init(.broken, "no connection: \(text)")
    }
  }

  /// Returns the words of a reason code of MQTT 5, in lower case and without a full stop.
  package static func words(forReason reason: UInt8) -> String {
    let text = String(cString: mosquitto_reason_string(Int32(reason))).lowercased()
    return "\(text.hasSuffix(".") ? String(text.dropLast()) : text) (0x\(String(reason, radix: 16)))"
  }

  /// Returns the words of OpenSSL or of the library without its codes: `certificate verify failed`.
  private static func plain(_ complaint: String) -> String {
    var text = complaint.split(separator: ":").last.map(String.init) ?? complaint
    while text.first == " " { text.removeFirst() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
