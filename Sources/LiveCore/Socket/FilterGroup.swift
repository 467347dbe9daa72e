/// The clients that want the same events and have got all of them: each new line goes to all of them at once. Used on
/// the server's thread only.
final class FilterGroup {
  let filter: EventFilter
  /// One a member, side by side, for nothing else is looked at while lines go out.
  private(set) var descriptors: ContiguousArray<Int32> = []
  /// In the same order.
  private(set) var members: ContiguousArray<ClientConnection> = []
  /// When its members got their last line.
  var lastLine: Duration

  init(filter: EventFilter, now: Duration) { (self.filter, lastLine) = (filter, now) }

  var isEmpty: Bool { members.isEmpty }

  func add(_ peer: ClientConnection) {
    peer.seat = (self, members.count)
    descriptors.append(peer.socket.descriptor.number)
    members.append(peer)
  }

  /// The last one takes the place of the one that leaves.
  func remove(at position: Int) {
    members[position].seat = nil
    descriptors.swapAt(position, descriptors.count - 1)
    members.swapAt(position, members.count - 1)
    descriptors.removeLast()
    members.removeLast()
    if position < members.count { members[position].seat = (self, position) }
  }
}
