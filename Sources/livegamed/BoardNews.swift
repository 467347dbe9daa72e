import LiveCore

/// The newest events that say something to people, and whether the daemon is there.
actor BoardNews {
  /// More than any terminal shows.
  private static let most = 50

  private(set) var lines: [WatchLine] = []
  /// Why nothing new came when the daemon was last away.
  private(set) var outage: String?

  func take(_ notice: WatchStream.Notice) {
    switch notice {
    case .outage(let fault): outage = "\(fault)"
    case .line(let line):
      guard line.op == nil, line.importance != 0 else { return }
      lines.append(line)
      if lines.count > Self.most { lines.removeFirst() }
    }
  }
}
