/// A key as two words and its length, so that most keys compare without a loop.
struct ProjectionKey: Equatable, Sendable {
  /// Up to this length equal keys are equal texts.
  static let exact = 16

  static let null = ProjectionKey("null")
  static let `true` = ProjectionKey("true")
  static let `false` = ProjectionKey("false")

  private let length: Int
  private let first: UInt64
  private let last: UInt64

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    length = bytes.count
    guard let base = UnsafeRawPointer(bytes.baseAddress), length >= 8 else {
      first = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      last = 0
      return
    }
    first = base.loadUnaligned(as: UInt64.self).littleEndian
    last = (base + length - 8).loadUnaligned(as: UInt64.self).littleEndian
  }

  init(_ text: String) {
    self = Array(text.utf8).withUnsafeBufferPointer { ProjectionKey($0) }
  }
}
