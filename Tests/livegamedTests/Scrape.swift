import Foundation
import Glibc

/// One request to a server on a loopback port, such as the daemon's metrics, and its answer.
struct Scrape {
  let status: Int
  /// Header fields with names in lower case.
  let headers: [String: String]
  let body: String

  struct Failure: Error { let text: String }

  /// Waits until the daemon logs its address, and sends the request there.
  init(_ path: String, of daemon: RunningDaemon, method: String = "GET", host: String = "localhost") async throws {
    while true {
      let announced = daemon.output.firstMatch(of: /url=http:\/\/127\.0\.0\.1:([0-9]+)\/metrics/)
      if let port = announced.flatMap({ UInt16($0.1) }) {
        self = try Scrape(port: port, head: "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        return
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Requests a path of the server on a port.
  init(_ path: String, port: UInt16) throws {
    self = try Scrape(port: port, head: "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
  }

  /// Reads until the server closes, which it does after one answer.
  private init(port: UInt16, head: String) throws {
    let answer = try Self.exchange(port, head)
    guard let end = answer.range(of: "\r\n\r\n") else { throw Failure(text: answer) }
    let lines = answer[..<end.lowerBound].components(separatedBy: "\r\n")
    guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Failure(text: answer)
    }
    (self.status, body) = (status, String(answer[end.upperBound...]))
    headers = Dictionary(
      lines.dropFirst().compactMap { line in
        line.range(of: ": ").map { (line[..<$0.lowerBound].lowercased(), String(line[$0.upperBound...])) }
      }
    ) { first, _ in first }
  }

  private static func exchange(_ port: UInt16, _ head: String) throws -> String {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(client) }
    var address = sockaddr_in()
    (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw Failure(text: "not connected: \(errno)") }
    let bytes = Array(head.utf8)
    guard send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw Failure(text: "not sent") }
    var (answer, page): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = recv(client, &page, page.count, 0)
      guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
      answer += page[..<count]
    }
  }
}
