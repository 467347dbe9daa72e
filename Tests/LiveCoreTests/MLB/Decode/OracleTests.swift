import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB

@Suite struct OracleTests {
  @Test(.enabled(if: !SharedData.feeds.isEmpty), arguments: SharedData.feeds)
  func readsEveryRealFeed(url: URL) throws {
    let snapshot = try Oracle.snapshot(SharedData.json(url))
    #expect(url.lastPathComponent.hasPrefix("\(snapshot.gamePk)_"))
    #expect(snapshot.names.count >= 50)
    if snapshot.status.isUnderway { #expect(snapshot.plays.count >= 50 && snapshot.linescore.score != nil) }
    if snapshot.status.phase == .final { #expect(snapshot.lastPlayScore == snapshot.linescore.score) }
  }
}
