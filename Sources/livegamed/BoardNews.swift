import LiveCore

/// The newest events that say something to people.
actor BoardNews {
  /// More than any terminal shows.
  private static let most = 50

  private(set) var lines: [WatchLine] = []

  func take(_ notice: WatchStream.Notice) {
    guard case .line(let line) = notice, line.op == nil, line.importance != 0 else { return }
    lines.append(line)
    if lines.count > Self.most { lines.removeFirst() }
  }
}
