internal import CCrypto

/// Digests and authentication codes by libcrypto: docs/decisions/0055-digests-by-libcrypto.md.
package enum Digest {
  /// Returns the 32 bytes of SHA-256.
  ///
  /// Source: FIPS 180-4.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    made(of: 32, by: "SHA-256") { SHA256(bytes, bytes.count, $0) != nil }
  }

  /// Returns the SHA-256 of texts. Each is preceded by its length, so that two different lists never give the same bytes.
  package static func sha256(ofFields fields: [String]) -> [UInt8] {
    sha256(fields.flatMap { Array("\($0.utf8.count):\($0)".utf8) })
  }

  /// Returns the 20 bytes of SHA-1. It protects nothing any more; a protocol may demand it.
  ///
  /// Source: FIPS 180-4.
  package static func sha1(_ bytes: [UInt8]) -> [UInt8] {
    made(of: 20, by: "SHA-1") { SHA1(bytes, bytes.count, $0) != nil }
  }

  /// Returns the 32 bytes of HMAC with SHA-256.
  ///
  /// Source: RFC 2104.
  package static func hmacSHA256(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    made(of: 32, by: "HMAC-SHA-256") {
      HMAC(EVP_sha256(), key, Int32(clamping: key.count), bytes, bytes.count, $0, nil) != nil
    }
  }

  /// Returns whether two digests are equal, in a time that does not depend on their bytes.
  package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
  }

  /// Returns the `count` bytes that libcrypto writes. Stops the program if libcrypto fails: without memory, or if the
  /// system's configuration forbids the algorithm.
  private static func made(of count: Int, by name: String, _ write: (UnsafeMutablePointer<UInt8>?) -> Bool) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      precondition(write(buffer.baseAddress), "libcrypto cannot compute \(name); see /etc/ssl/openssl.cnf")
      written = count
    }
  }
}
