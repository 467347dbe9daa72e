/// What one rendering of a template may still do. Every look-up, every value and every turn of a list takes its share;
/// once nothing is left, names mean nothing and lists are empty, so that the rendering ends soon.
///
/// A turn of a list renders the whole template at most. So no template of a few kilobytes takes more than a second, however
/// its sections are nested.
final class FormatBudget {
  /// In bytes of text that is put out or gone over.
  static let whole = 4 << 20
  /// What a look-up by name costs, whatever it finds.
  static let look = 32

  /// Below 0 once something was refused.
  private var left: Int
  /// Bytes of the template.
  private let page: Int

  init(templateBytes: Int) { (left, page) = (Self.whole, templateBytes) }

  /// Something was refused.
  var isSpent: Bool { left < 0 }

  /// False once there is no more.
  func take(_ bytes: Int) -> Bool {
    guard left >= 0 else { return false }
    left -= bytes
    return left >= 0
  }

  /// Takes a turn of a list. False once there is no more.
  func takeTurn() -> Bool { take(Self.look + page) }
}
