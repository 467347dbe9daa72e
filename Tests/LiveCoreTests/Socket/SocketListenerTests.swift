import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct SocketListenerTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/live.sock" }

  init() throws { folder = try TemporaryFolder() }

  private func mode() throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
  }

  private func fault(_ endpoint: SocketEndpoint) -> Fault? {
    do throws(Fault) {
      _ = try SocketListener(endpoint)
      return nil
    } catch {
      return error
    }
  }

  @Test func isForOwnerAndGroupByDefault() throws {
    let usual = try SocketListener(.path(path))
    #expect(try mode() == 0o660)
    usual.removeFile()
    let open = try SocketListener(.path(path, mode: 0o666))
    #expect(try mode() == 0o666)
    open.removeFile()
  }

  @Test func givesTheFileToItsGroup() throws {
    let group = try #require(
      FileManager.default.attributesOfItem(atPath: folder.path)[.groupOwnerAccountName] as? String)
    let listener = try SocketListener(.path(path, group: group))
    #expect(FileManager.default.fileExists(atPath: path))
    listener.removeFile()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func replacesTheFileOfADeadDaemon() throws {
    do {
      let dead = try UnixSocket.bound(to: path)
      try dead.listen()
    }
    #expect(FileManager.default.fileExists(atPath: path))
    let listener = try SocketListener(.path(path))
    _ = try UnixSocket.connected(to: path)
    listener.removeFile()
  }

  @Test func refusesTheSocketOfARunningDaemon() throws {
    let first = try SocketListener(.path(path))
    #expect(
      fault(.path(path))?.description
        == "\(path): another process listens here; stop the other livegamed, or set socket.path to another file "
        + "[socket.in-use]")
    _ = try UnixSocket.connected(to: path)
    first.removeFile()
  }

  @Test func doesNotRemoveAnOrdinaryFile() throws {
    try Data("mine".utf8).write(to: URL(filePath: path))
    #expect(fault(.path(path))?.code == .socketFile)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func doesNotRemoveTheSocketOfAnotherDaemon() throws {
    let first = try SocketListener(.path(path))
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    let second = try SocketListener(.path(path))
    first.removeFile()
    #expect(FileManager.default.fileExists(atPath: path))
    second.removeFile()
  }

  @Test func reportsFaultsOfThePath() {
    let long = folder.path + "/" + String(repeating: "x", count: 108)
    #expect(fault(.path(long))?.code == .socketPath)
    #expect(fault(.path("\(folder.path)/none/live.sock"))?.code == .socketFolder)
    #expect(fault(.path(path, group: "no-such-group"))?.code == .socketGroup)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func doesNotRemoveFoldersAndLinks() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(fault(.path(path))?.code == .socketFile)
    let link = "\(folder.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(folder.path)/nowhere")
    #expect(fault(.path(link))?.code == .socketFile)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "\(folder.path)/nowhere")
  }

  @Test func usesAnInheritedSocketAndKeepsItsFile() throws {
    let unit = try UnixSocket.bound(to: path)
    try unit.listen()
    try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: path)
    let listener = try SocketListener(.inherited(unit.descriptor.duplicate()))
    #expect(try mode() == 0o604)
    let client = try UnixSocket.connected(to: path)
    let accepted = try #require(try listener.accept())
    #expect(accepted.peer?.pid == Int(ProcessInfo.processInfo.processIdentifier))
    #expect(try client.receive(atMost: 1) == nil)
    listener.removeFile()
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func aClientWithoutPermissionGetsAHint() throws {
    #expect(throws: Fault.self) { try SocketClient(path: path) }
    do throws(Fault) {
      _ = try SocketClient(path: path)
    } catch {
      #expect(error.code == .socketNoDaemon)
    }
    #expect(
      SocketClient.fault(SystemError(number: 13), at: path).description.contains(
        "sudo usermod -aG livegame-clients $USER"))
  }
}
