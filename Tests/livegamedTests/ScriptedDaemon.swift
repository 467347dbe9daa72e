import Foundation
import Glibc

@testable import LiveCore
@testable import LivePlatform

/// A scripted daemon: each connection gets the next scene, on its own thread.
final class ScriptedDaemon: Sendable {
  enum Step: Sendable {
    /// Waits for one line of the client.
    case hear
    case say(String)
    /// Waits until the client has disconnected, at most 30 s.
    case stay
    /// Refuses all further connections.
    case vanish
  }

  let path: String
  private let listener: Int32
  private let scenes: [[Step]]
  private let requests = Locked<[String]>([])

  init(_ path: String, _ scenes: [[Step]]) throws {
    (self.path, self.scenes) = (path, scenes)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    unlink(path)
    let isListening = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(listener, 16) == 0
      }
    }
    guard listener >= 0, isListening else { throw OneShotReceiver.SocketError(number: errno) }
    Thread { [self] in play() }.start()
  }

  deinit { close(listener) }

  /// The lines that clients have sent.
  var received: [String] { requests.withLock { $0 } }

  /// Ends the script.
  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func play() {
    for scene in scenes {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      var limit = timeval(tv_sec: 30, tv_usec: 0)
      setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      for step in scene { perform(step, client) }
      close(client)
    }
  }

  private func perform(_ step: Step, _ client: Int32) {
    switch step {
    case .hear:
      let line = nextLine(from: client)
      requests.withLock { $0.append(line) }
    case .say(let text):
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    case .stay: while !nextLine(from: client).isEmpty {}
    case .vanish:
      unlink(path)
      stop()
    }
  }

  /// Returns the next line; empty at the end.
  private func nextLine(from client: Int32) -> String {
    var (line, byte): ([UInt8], UInt8) = ([], 0)
    while recv(client, &byte, 1, 0) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }
}

extension ScriptedDaemon {
  /// Runs `body` with the socket of a daemon that answers the first request of its only client with this line.
  static func answering<Result>(_ line: String, _ body: (_ socket: String) throws -> Result) throws -> Result {
    let socket = NSTemporaryDirectory() + "livegamed-answer-\(UUID().uuidString.prefix(8)).sock"
    let daemon = try ScriptedDaemon(socket, [[.hello(), .hear, .say(line + "\n"), .stay]])
    defer {
      daemon.stop()
      unlink(socket)
    }
    return try body(socket)
  }
}

extension ScriptedDaemon.Step {
  static func hello(log: String = "aaaa", oldest: Int = 1, newest: Int = 0) -> Self {
    .say(
      #"{"op":"hello","protocol":1,"version":"0.1.0","log":"\#(log)","oldest":\#(oldest),"newest":\#(newest)}"# + "\n")
  }

  static func event(_ sequence: Int, log: String = "aaaa") -> Self { .say(line(sequence, log: log) + "\n") }

  /// Returns an event as the daemon writes it, without its newline. It happened at minute `sequence` of an hour and
  /// was seen a second later.
  static func line(_ sequence: Int, log: String = "aaaa", importance: Int = 2) -> String {
    let minute = "2026-07-14T02:\(sequence < 10 ? "0" : "")\(sequence % 60)"
    let digits = String(repeating: "0", count: 19 - String(sequence).count) + String(sequence)
    return #"""
      {"data":{"game":{"away":{"abbreviation":"TOR","id":141,"name":"Toronto"},"home":{"abbreviation":"AZ","id":109,\#
      "name":"Arizona"},"id":747175,"number":1},"importance":\#(importance),"observedAt":"\#(minute):01.000Z",\#
      "provisional":false,"revision":1,"summary":"Somebody's \#(sequence)th single.","tags":["single","hit"]},\#
      "datacontenttype":"application/json","id":"mlb/747175/1-top/pa/\#(sequence)/1@1","sequence":"\#(digits)",\#
      "source":"/livegamed/\#(log)/mlb/games/747175","specversion":"1.0","subject":"TOR@AZ",\#
      "time":"\#(minute):00.000Z","type":"livegame.play"}
      """#
  }
}
