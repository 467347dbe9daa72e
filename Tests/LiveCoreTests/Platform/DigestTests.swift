import Testing

@testable import LivePlatform

@Suite struct DigestTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// FIPS 180-4, examples of SHA-256; the last is a million times the letter a.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func agreesWithTheExamplesOfSHA256(text: String, digest: String) {
    #expect(hex(Digest.sha256(Array(text.utf8))) == digest)
  }

  @Test func agreesWithTheExamplesOfSHA1() {
    #expect(hex(Digest.sha1(Array("abc".utf8))) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(hex(Digest.sha1([])) == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
  }

  /// RFC 4231, test cases 1, 2, 6 and 7: keys of 20, 4 and 131 bytes.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      "This is a test using a larger than block-size key and a larger than block-size data. "
        + "The key needs to be hashed before being used by the HMAC algorithm.",
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ])
  func agreesWithTheTestCasesOfHMAC(key: [UInt8], text: String, code: String) {
    #expect(hex(Digest.hmacSHA256(of: Array(text.utf8), key: key)) == code)
  }

  @Test func anEmptyKeyIsAKey() {
    #expect(
      hex(Digest.hmacSHA256(of: [], key: [])) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
  }

  @Test func fieldsAreNotJoined() {
    let digests = [["ab", "c"], ["a", "bc"], ["abc"], ["ab", "c", ""], ["", "ab", "c"]]
      .map(Digest.sha256(ofFields:))
    #expect(Set(digests).count == digests.count)
  }

  @Test func comparesAllBytes() {
    let digest = Digest.sha256([1])
    #expect(Digest.areEqual(digest, Digest.sha256([1])))
    #expect(!Digest.areEqual(digest, Digest.sha256([2])))
    #expect(!Digest.areEqual(digest, Array(digest.dropLast())))
    #expect(Digest.areEqual([], []))
  }
}
