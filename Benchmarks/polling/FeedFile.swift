import Foundation

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// An unusable file, with a reason for the user.
struct FeedFault: Error, CustomStringConvertible {
  var path: String
  var reason: String

  var description: String { "\(path): \(reason)" }
}

/// A finished game's `feed/live`, plain or compressed with gzip.
struct FeedFile {
  typealias Object = [String: Any]

  let path: String
  /// The feed as the daemon's decoder reads it.
  let final: GameSnapshot
  /// The plays with all members, including the times of pitches.
  let plays: [Object]
  let scheduledInnings: Int

  init(path: String) throws {
    let bytes = try Self.bytes(of: path)
    do {
      var decoder = MLBFeedDecoder()
      try decoder.feed([UInt8](bytes).span)
      final = try decoder.finish()
    } catch {
      throw FeedFault(path: path, reason: "is no feed/live: \(error)")
    }
    guard final.status.phase == .final else {
      throw FeedFault(
        path: path, reason: "the game is \(final.status.phase.rawValue); only a final feed has a whole game")
    }
    let root = (try? JSONSerialization.jsonObject(with: bytes)) as? Object
    let list = root?.object("liveData").object("plays")["allPlays"] as? [Object]
    guard let list, list.count == final.plays.count, !list.isEmpty else {
      throw FeedFault(path: path, reason: "has no plays")
    }
    (self.path, plays) = (path, list)
    scheduledInnings = final.linescore.scheduledInnings ?? 9
  }

  private static func bytes(of path: String) throws -> Data {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw FeedFault(path: path, reason: "there is no such file in \(FileManager.default.currentDirectoryPath)")
    }
    guard !isFolder.boolValue else { throw FeedFault(path: path, reason: "is a folder; name the feeds in it") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw FeedFault(path: path, reason: "cannot be read")
    }
    return data.starts(with: [0x1F, 0x8B]) ? try unpacked(path) : data
  }

  private static func unpacked(_ path: String) throws -> Data {
    let (gzip, output) = (Process(), Pipe())
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dc", "--", path]
    gzip.standardOutput = output
    try gzip.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    gzip.waitUntilExit()
    guard gzip.terminationStatus == 0 else { throw FeedFault(path: path, reason: "gzip cannot unpack it") }
    return data
  }
}

extension [String: Any] {
  func object(_ name: String) -> Self { self[name] as? Self ?? [:] }
  func list(_ name: String) -> [Self] { self[name] as? [Self] ?? [] }
  func text(_ name: String) -> String { self[name] as? String ?? "" }
  func number(_ name: String) -> Int? { self[name] as? Int }
  func flag(_ name: String) -> Bool { self[name] as? Bool ?? false }
  /// Returns a time in milliseconds since 1970.
  func time(_ name: String) -> Int64? { Timestamp(rfc3339: text(name))?.milliseconds }
}
