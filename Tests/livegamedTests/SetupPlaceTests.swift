import Foundation
import LiveModel
import Testing

@testable import LiveCore
@testable import livegamed

/// The files of `livegamed setup`.
@Suite struct SetupPlaceTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "livegamed-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: "\(folder)/livegamed.d", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: "\(folder)/credentials", withIntermediateDirectories: true)
    try "".write(toFile: "\(folder)/livegamed.yaml", atomically: false, encoding: .utf8)
  }

  private func place(output: String?, isRoot: Bool = true) -> SetupPlace {
    SetupPlace.of("den", output: output, isRoot: isRoot, system: folder)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func remove() { try? FileManager.default.removeItem(atPath: folder) }

  @Test func rootWritesADropInAndCredentialsOfTheService() {
    defer { remove() }
    let expected = SetupPlace(
      main: "\(folder)/livegamed.yaml", file: "\(folder)/livegamed.d/den.yaml", credentials: "\(folder)/credentials")
    #expect(place(output: nil) == expected && expected.isService)
    #expect(place(output: "\(folder)/livegamed.d/den.yaml", isRoot: false) == expected)
  }

  @Test func othersWriteAFileOfTheirOwn() {
    defer { remove() }
    #expect(!place(output: nil, isRoot: false).isService)
    #expect(place(output: "/tmp/none/x.yaml") == SetupPlace(main: "/tmp/none/x.yaml", file: "/tmp/none/x.yaml"))
  }

  @Test func aFileThatTheInstalledServiceDoesNotReadIsRecognized() throws {
    defer { remove() }
    func isUnread(_ place: SetupPlace, system: String, units: [String] = []) -> Bool {
      place.isUnreadByService(system: system, units: units)
    }
    let (own, none) = (place(output: nil, isRoot: false), "\(folder)/none")
    #expect(isUnread(own, system: folder) && !isUnread(own, system: none, units: [folder]))
    #expect(isUnread(place(output: "/tmp/none/x.yaml"), system: folder))
    #expect(!isUnread(place(output: nil), system: folder))
    try "".write(toFile: "\(folder)/livegamed.service", atomically: false, encoding: .utf8)
    #expect(isUnread(own, system: none, units: [none, folder]))
  }

  @Test func aFileOfTheTopFolderHasOneSlash() {
    #expect(SetupPlace.of("den", output: "x.yaml", isRoot: false, current: "/").file == "/x.yaml")
    #expect(SetupPlace.of("den", output: "x.yaml", isRoot: false, current: "/srv").file == "/srv/x.yaml")
  }

  @Test func aSecretOfASinkThatIsGoneIsFound() throws {
    defer { remove() }
    let (place, channel) = (place(output: nil), try #require(SetupChannel.named("discord")))
    #expect(place.leftover(of: channel, for: "den") == nil)
    try "old".write(toFile: "\(folder)/credentials/den-url", atomically: false, encoding: .utf8)
    #expect(place.leftover(of: channel, for: "den") == "\(folder)/credentials/den-url")
    #expect(place.leftover(of: channel, for: "den-2") == nil)
    #expect(self.place(output: nil, isRoot: false).leftover(of: channel, for: "den") == nil)
  }

  @Test func aFolderThatCannotBeWrittenIsReported() {
    defer { remove() }
    #expect(throws: Never.self) { try SetupFiles.expectWritable(place(output: nil)) }
    #expect(throws: Never.self) { try SetupFiles.expectWritable(SetupPlace(main: "x", file: "\(folder)/a/b/x.yaml")) }
    let inFile = SetupPlace(main: "", file: "\(folder)/livegamed.yaml/a/x.yaml")
    let fault = #expect(throws: Fault.self) { try SetupFiles.expectWritable(inFile) }
    #expect(fault?.code == .setupNotWritten)
  }

  @Test func theServiceMayReadItsFileAndNobodyItsCredentials() throws {
    defer { remove() }
    let place = place(output: nil)
    try SetupFiles.write("text", credentials: ["den-url": "secret"], to: place, isForced: false)
    #expect(try mode(place.file) == 0o644 && mode("\(folder)/credentials/den-url") == 0o600)
    #expect(try String(contentsOfFile: "\(folder)/credentials/den-url", encoding: .utf8) == "secret\n")
  }

  @Test func aFileOfOnesOwnIsReadByItsOwnerOnly() throws {
    defer { remove() }
    let place = SetupPlace(main: "\(folder)/own.yaml", file: "\(folder)/own.yaml")
    try SetupFiles.write("text", credentials: [:], to: place, isForced: false)
    #expect(try mode(place.file) == 0o600)
  }

  @Test func whatExistsIsKeptAndNothingElseIsWritten() throws {
    defer { remove() }
    let place = place(output: nil)
    try "old".write(toFile: place.file, atomically: false, encoding: .utf8)
    let fault = #expect(throws: Fault.self) {
      try SetupFiles.write("new", credentials: ["den-url": "secret"], to: place, isForced: false)
    }
    #expect(fault?.code == .setupExists)
    #expect(try String(contentsOfFile: place.file, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/credentials") == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/livegamed.d") == ["den.yaml"])
    try SetupFiles.write("new", credentials: ["den-url": "secret"], to: place, isForced: true)
    #expect(try String(contentsOfFile: place.file, encoding: .utf8) == "new")
  }

  /// Root may read every file, so that only the permissions show it.
  @Test func filesThatTheServiceMayNotReadAreReported() throws {
    defer { remove() }
    let (main, dropIn) = ("\(folder)/livegamed.yaml", "\(folder)/livegamed.d/den.yaml")
    try "x".write(toFile: dropIn, atomically: false, encoding: .utf8)
    func set(_ mode: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    func faults() -> [String] { ServiceAccess.faults(in: [main, dropIn], system: folder).map { "\($0)" } }
    for path in [main, dropIn] { try set(0o644, path) }
    for path in [folder, "\(folder)/livegamed.d"] { try set(0o755, path) }
    #expect(faults() == [] && ServiceAccess.faults(in: [main], system: "/elsewhere").isEmpty)
    let link = "\(folder)/livegamed.d/link.yaml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: dropIn)
    try set(0o600, dropIn)
    #expect(faults().count == 1 && faults()[0].contains("run 'sudo chmod 644 \(dropIn)'"))
    #expect(ServiceAccess.faults(in: ["livegamed.d/link.yaml"], system: folder, current: folder).count == 1)
    try set(0o700, "\(folder)/livegamed.d")
    #expect(faults().count == 2 && faults()[0].contains("run 'sudo chmod 755 \(folder)/livegamed.d'"))
  }
}
