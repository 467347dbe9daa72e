internal import Glibc
internal import LiveModel

/// A group of users of this system.
package struct SystemGroup: Equatable, Sendable {
  package let number: UInt32

  /// The number that the kernel reports for groups without a mapping in a user namespace. It identifies no group.
  static let overflowNumber: UInt32 = 65_534

  /// Finds a group by its name; nil when it does not exist.
  package init?(named name: String) {
    guard let number = SocketFile.number(ofGroup: name) else { return nil }
    self.number = number
  }

  init(number: UInt32) { self.number = number }

  /// Whether this process sees its members as members. In the user namespace of a service with `PrivateUsers=yes`, the
  /// kernel reports all groups but a few under one number.
  package var isVisible: Bool { isVisible(in: Self.map) }

  /// Returns whether a group map has this number, apart from that of the groups without a mapping.
  func isVisible(in map: String) -> Bool {
    number != Self.overflowNumber
      && map.split(separator: "\n").contains { line in
        let numbers = line.split(separator: " ").compactMap { Int($0, in: Int.counted) }
        guard numbers.count == 3 else { return false }
        return (numbers[0]..<numbers[0] + numbers[2]).contains(Int(number))
      }
  }

  /// Returns whether one of these groups is this one.
  package func isAmong(_ groups: [UInt32]) -> Bool { number != Self.overflowNumber && groups.contains(number) }

  /// The group map of this process, with a line for each range: first number inside, first number outside, count.
  ///
  /// - Source: user_namespaces(7).
  private static var map: String {
    let opened = open("/proc/self/gid_map", O_RDONLY | O_CLOEXEC)
    // Without the file there are no user namespaces.
    guard opened >= 0 else { return "0 0 4294967295" }
    defer { close(opened) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(opened, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
