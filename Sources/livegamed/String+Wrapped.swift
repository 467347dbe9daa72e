extension String {
  /// Breaks the text at spaces into lines of at most `width` columns, for a terminal. Each continuation line is indented
  /// by two columns more than the text. A word longer than a line stays whole, so that it can be copied: the terminal
  /// breaks it. Control sequences of colours take no columns.
  func wrapped(to width: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { String($0).withBoundScores.brokenAtSpaces(to: width) }.map(\.withoutBoundScores)
  }

  /// Breaks the text at spaces into lines of at most `room` columns, for a cell of a table. A longer word is cut. Several
  /// spaces between two words stay.
  func broken(to room: Int) -> [String] {
    let room = max(1, room)
    return withBoundScores.split(separator: " ", omittingEmptySubsequences: false).reduce(into: [""]) { lines, word in
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.columns + 1 + String(word).columns > room {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = "\(last) \(word)"
      }
    }.map { $0.withoutBoundScores.cut(to: room) }
  }

  /// A space at which no line is broken.
  private static let binding: Character = "\u{E000}"

  /// The text with such a space between the abbreviation of a team and its runs: `WSH 1, AZ 2`.
  private var withBoundScores: String {
    let words = split(separator: " ", omittingEmptySubsequences: false)
    return words.enumerated().reduce(into: "") { text, word in
      let isScore =
        word.offset > 0 && word.element.first?.isWholeNumber == true
        && word.element.allSatisfy { $0.isWholeNumber || ",.;)".contains($0) }
        && words[word.offset - 1].count <= 3 && words[word.offset - 1].count > 1
        && words[word.offset - 1].allSatisfy { $0.isASCII && $0.isUppercase }
      if word.offset > 0 { text.append(isScore ? Self.binding : " ") }
      text += word.element
    }
  }

  private var withoutBoundScores: String { String(map { $0 == Self.binding ? " " : $0 }) }

  private func brokenAtSpaces(to width: Int) -> [String] {
    guard shownColumns > width else { return [self] }
    let margin = prefix { $0 == " " }.count
    let indent = String(repeating: " ", count: margin + 2 <= width / 2 ? margin + 2 : 2)
    var (lines, line, used): ([String], String, Int) = ([], String(repeating: " ", count: margin), margin)
    var (gap, isEmpty) = ("", true)
    for piece in dropFirst(margin).piecesAtSpaces {
      guard piece.first != " " else {
        gap = piece
        continue
      }
      let columns = piece.shownColumns
      if !isEmpty, used + gap.count + columns > width {
        lines.append(line)
        (line, used, gap) = (indent, indent.count, "")
      }
      line += gap + piece
      used += gap.count + columns
      (gap, isEmpty) = ("", false)
    }
    return lines + [line]
  }

  /// Number of columns on a terminal, without the sequences that set a colour: ESC, `[`, digits and `;`, `m`.
  var shownColumns: Int {
    guard unicodeScalars.contains("\u{1B}") else { return columns }
    var (count, isInSequence) = (0, false)
    for scalar in unicodeScalars {
      if scalar == "\u{1B}" {
        isInSequence = true
      } else if isInSequence {
        isInSequence = scalar != "m"
      } else {
        count += String(scalar).columns
      }
    }
    return count
  }
}

extension StringProtocol {
  /// The words and the runs of spaces between them, in order.
  fileprivate var piecesAtSpaces: [String] {
    reduce(into: []) { pieces, character in
      if let last = pieces.last?.last, (last == " ") == (character == " ") {
        pieces[pieces.count - 1].append(character)
      } else {
        pieces.append(String(character))
      }
    }
  }
}
