import Foundation
import GRDB
import Testing

@testable import LiveCore

/// A log of which a page can be damaged on disk and restored.
struct DamagedLog: Sendable {
  let store: NumberedLog

  private var path: String { "\(store.folder)/log.sqlite" }
  private static let pageSize = 4096

  struct NoSuchPage: Error {}

  /// Overwrites the leaf page that holds an event, and drops the page caches of all readers.
  /// - Returns: the former bytes of the page, for `restore`.
  func damage(event sequence: Int) async throws -> (page: Int, bytes: Data) {
    let id = try #require(try store.log.events(after: sequence - 1, limit: 1).first).decodedID
    try await store.log.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    let bytes = try Data(contentsOf: URL(filePath: path))
    // Only the event's line contains the id in quotes.
    guard let place = bytes.range(of: Data("\"id\":\"\(id)\"".utf8)) else { throw NoSuchPage() }
    let page = place.lowerBound / Self.pageSize
    let start = page * Self.pageSize
    let old = bytes[start..<start + Self.pageSize]
    try write(Data(repeating: 0xFF, count: Self.pageSize), page)
    return (page, Data(old))
  }

  /// Writes the former bytes of a page back.
  func restore(_ damage: (page: Int, bytes: Data)) throws { try write(damage.bytes, damage.page) }

  private func write(_ bytes: Data, _ page: Int) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seek(toOffset: UInt64(page * Self.pageSize))
    try file.write(contentsOf: bytes)
    try file.close()
    store.log.pool.releaseMemory()
  }
}

extension LoggedEvent {
  fileprivate var decodedID: String { (try? decoded().id) ?? "" }
}
