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

  @Test func keepsAnEnvironmentVariableUnchanged() throws {
    #expect(try SecretReference("${env:HOOK}").resolve(in: ["HOOK": " x "]) == Secret(" x "))
  }
}
