extension String {
  /// The text as one part of a URL's path or query: all bytes but the unreserved ones are encoded (RFC 3986 §2.3).
  package var percentEncoded: String {
    utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isPlain || "-_.~".unicodeScalars.contains(scalar)
        ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
