internal import FoundationEssentials
internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct SecretReferenceTests {
  @Test(arguments: [
    ("https://example.org/", SecretReference.plain("https://example.org/")), ("a$b{c}", .plain("a$b{c}")),
    ("${credential:hook}", .credential("hook")), ("${file:/etc/hook:1}", .file("/etc/hook:1")),
    ("${env:HOOK}", .environment("HOOK")),
  ])
  func readsEveryForm(text: String, reference: SecretReference) throws {
    #expect(try SecretReference(text) == reference)
  }

  @Test(arguments: [
    "${hook}", "${env:}", "${:x}", "${", "${}", "x${env:HOOK}", "${env:HOOK}x", "${env:A}${env:B}", "${file:relative}",
    "${credential:../hook}", "${credential:livegamed}", "${credential:..}", "${vault:hook}",
  ])
  func refusesAnInvalidReference(text: String) throws {
    let fault = try #require(throws: Fault.self) { try SecretReference(text) }
    #expect(fault.code == .configSecret)
  }

  private func hint(_ environment: [String: String], _ given: Credentials? = nil, in store: String) -> String? {
    let fault = #expect(throws: Fault.self) {
      try SecretReference("${credential:family-discord}").resolve(in: environment, credentials: given, or: store)
    }
    return fault?.hint
  }

  /// Beside systemd, in the copies of systemd, and among the credentials of a reload.
  @Test(arguments: ["family-discord-url", "livegamed_family-discord-url"])
  func aMissingCredentialIsTheNearestOneThatExists(file: String) throws {
    let folder = try ConfigFolder()
    #expect(hint([:], in: folder.path) == "put the secret into this file")
    #expect(hint([:], in: "/nowhere") == "put the secret into this file")
    try folder.write("x", to: file)
    #expect(hint([:], in: folder.path) == "did you mean 'family-discord-url'?")
    let environment = ["CREDENTIALS_DIRECTORY": folder.path]
    #expect(hint(environment, in: "/nowhere") == "did you mean 'family-discord-url'?")
    let given = try JSONDecoder().decode(Credentials.self, from: Data(#"{"family-dicsord": "x"}"#.utf8))
    #expect(hint(["CREDENTIALS_DIRECTORY": "/nowhere"], given, in: "/nowhere") == "did you mean 'family-dicsord'?")
  }

  @Test func keepsAnEnvironmentVariableUnchanged() throws {
    #expect(try SecretReference("${env:HOOK}").resolve(in: ["HOOK": " x "]) == Secret(" x "))
  }
}
