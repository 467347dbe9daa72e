/// The terminal's other screen, without a cursor, on which lines are drawn in place. Leaving it brings back what was
/// there before.
actor TerminalScreen {
  /// - Source: xterm's private modes: 1049 the alternate screen, 25 the cursor.
  private static let (entering, leaving) = ("\u{1b}[?1049h\u{1b}[?25l\u{1b}[2J", "\u{1b}[?25h\u{1b}[?1049l")

  init() { Terminal.order(Self.entering) }

  nonisolated func leave() { Terminal.order(Self.leaving) }

  /// Leaves it for as long as the call takes; nothing is drawn meanwhile.
  func leave(during stop: @Sendable () -> Void) {
    leave()
    stop()
    Terminal.order(Self.entering)
  }

  /// One write, and each line is cleared only behind its text: nothing flickers.
  func show(_ page: BoardPage) async throws {
    let size = Terminal.size
    let lines = page.lines(width: size.columns, rows: size.rows, hasColour: Terminal.hasColour)
    let text = "\u{1b}[H" + lines.map { "\($0)\u{1b}[K" }.joined(separator: "\r\n") + "\u{1b}[J"
    try await Terminal.putWhole(Array(text.utf8))
  }
}
