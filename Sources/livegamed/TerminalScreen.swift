/// The terminal's other screen, without a cursor, on which lines are drawn in place. Leaving it brings back what was
/// there before.
struct TerminalScreen {
  /// - Source: xterm's private modes: 1049 the alternate screen, 25 the cursor.
  init() throws { try Terminal.putWhole(Array("\u{1b}[?1049h\u{1b}[?25l\u{1b}[2J".utf8)) }

  func leave() { try? Terminal.putWhole(Array("\u{1b}[?25h\u{1b}[?1049l".utf8)) }

  /// One write, and each line is cleared only behind its text: nothing flickers.
  func show(_ page: BoardPage) throws {
    let size = Terminal.size
    let lines = page.lines(width: size.columns, rows: size.rows, hasColour: Terminal.hasColour)
    let text = "\u{1b}[H" + lines.map { "\($0)\u{1b}[K" }.joined(separator: "\r\n") + "\u{1b}[J"
    try Terminal.putWhole(Array(text.utf8))
  }
}
