internal import Glibc

/// An HTTPS server by `openssl s_server` with a self-signed certificate.
final class UntrustedTLSServer: Sendable {
  static let program = "/usr/bin/openssl"
  static var isPossible: Bool { access(program, X_OK) == 0 }

  let port: UInt16
  /// The file of the certificate, for a client that must trust it.
  let certificate: String
  private let process: pid_t
  private let folder: String

  struct StartError: Error { let step: String }

  init() throws {
    var template = Array("/tmp/livegamed-tls-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw StartError(step: "mkdtemp") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let key = "\(folder)/key.pem"
    certificate = "\(folder)/certificate.pem"
    let maker = try Self.start([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
      "-out", certificate, "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
    ])
    var status: Int32 = 0
    waitpid(maker.process, &status, 0)
    close(maker.output)
    let server = try Self.start(["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"])
    (process, port) = (server.process, Self.port(from: server.output))
    close(server.output)
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    for name in ["key.pem", "certificate.pem"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// Reads up to `ACCEPT 127.0.0.1:<port>`; 0 if the server ended before.
  private static func port(from output: Int32) -> UInt16 {
    var text = ""
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1 {
      text.unicodeScalars.append(Unicode.Scalar(byte))
      guard byte == UInt8(ascii: "\n") else { continue }
      let line = text.split { $0.isWhitespace || $0 == ":" }
      if line.first == "ACCEPT", let port = line.last.flatMap({ UInt16($0) }) { return port }
      text = ""
    }
    return 0
  }

  private static func start(_ arguments: [String]) throws -> (process: pid_t, output: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw StartError(step: "pipe") }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, program, &actions, nil, words, environ) == 0 else {
      close(ends[0])
      throw StartError(step: "posix_spawn")
    }
    return (process, ends[0])
  }
}
