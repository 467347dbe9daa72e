import Foundation
import Glibc

/// An HTTP receiver on a loopback port that accepts one request, sends one answer, and ends.
final class OneShotReceiver: Sendable {
  let port: UInt16
  private let listener: Int32

  struct SocketError: Error { let number: Int32 }

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 1) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard listener >= 0, isListening else { throw SocketError(number: errno) }
    (self.listener, port) = (listener, UInt16(bigEndian: address.sin_port))
  }

  deinit { close(listener) }

  /// Answers the next request on its own thread, because the test's thread waits for the program. Gives up after 30 s
  /// without a request.
  /// - Returns: a file from which the request can be read when the program has ended; empty if there was none.
  func answer(_ status: Int) -> FileHandle {
    let pipe = Pipe()
    Thread { [self] in
      pipe.fileHandleForWriting.write(Data(serve(status).utf8))
      pipe.fileHandleForWriting.closeFile()
    }.start()
    return pipe.fileHandleForReading
  }

  private func serve(_ status: Int) -> String {
    var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 30_000) == 1 else { return "" }
    let client = accept(listener, nil, nil)
    defer { close(client) }
    var request: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 1 << 16)
    while !Self.isWhole(String(decoding: request, as: UTF8.self)) {
      let count = recv(client, &page, page.count, 0)
      guard count > 0 else { break }
      request += page[..<count]
    }
    let answer = Array("HTTP/1.1 \(status) Scripted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
    _ = send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
    return String(decoding: request, as: UTF8.self)
  }

  private static func isWhole(_ request: String) -> Bool {
    guard let end = request.range(of: "\r\n\r\n") else { return false }
    let lines = request[..<end.lowerBound].lowercased().components(separatedBy: "\r\n")
    let length = lines.first { $0.hasPrefix("content-length:") }?.split(separator: ":").last
      .flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    return request[end.upperBound...].utf8.count >= length ?? 0
  }
}
