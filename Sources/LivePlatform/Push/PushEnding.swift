internal import LiveModel

/// The reason why a connection of a push socket, or an attempt to make one, has ended.
package enum PushEnding: Equatable, Sendable {
  /// The server has sent a close frame. `code` is nil if the frame had none.
  case closed(code: Int?, reason: String)
  /// The server has answered the handshake with another status than 101.
  case refused(status: Int, retryAfter: Duration?)
  /// There was no connection or no handshake, or the connection was lost.
  case failed(HTTPFault)
  /// The server has broken the protocol or our limit; we have closed the connection with that code.
  case violated(code: Int, description: String)
  /// The server has not answered a ping.
  case silent
  /// The subscriber has asked for a new connection.
  case reopened

  /// The code of the close frame that was received or sent; 1006 if the connection was lost without one, nil if there
  /// was no WebSocket connection.
  package var closeCode: Int? {
    switch self {
    case .closed(let code, _): code ?? 1005
    case .violated(let code, _): code
    case .silent: 1006
    case .reopened: WebSocketCloseCode.normal
    case .refused, .failed: nil
    }
  }
}

extension PushEnding: CustomStringConvertible {
  package var description: String {
    switch self {
    case .closed(let code, let reason):
      "the server closed the connection\(code.map { " with \($0)" } ?? "")\(Self.quoted(reason))"
    case .refused(let status, _): "the server refused the connection with status \(status)"
    case .failed(let fault): fault.description
    case .violated(let code, let description): "\(description); closed with \(code)"
    case .silent: "the server did not answer a ping"
    case .reopened: "a new connection was requested"
    }
  }

  /// Returns the server's text on one line: it has at most 123 bytes.
  private static func quoted(_ reason: String) -> String {
    guard !reason.isEmpty else { return "" }
    let scalars = reason.unicodeScalars.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: " "
      default: Character(scalar)
      }
    }
    return ": \(String(scalars))"
  }
}
