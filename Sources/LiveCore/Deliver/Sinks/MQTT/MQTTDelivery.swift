internal import LivePlatform

/// The messages by which one team's subscribers learn of an event.
struct MQTTDelivery: Sendable {
  let team: FollowedTeam
  /// The state, which is published before the event, so that an automation reads the new one; nil for a team without
  /// one, and once the broker has it.
  var state: MQTTMessage?
  /// The event; nil if it was published before the daemon was killed.
  let event: MQTTMessage?
  /// The id of the event, which says that somebody has it.
  let mark: MQTTMessage
  /// Whether the mark is handed over with the event, and not after its acknowledgement.
  var isMarkedAtOnce: Bool

  /// State and event, in the order of publishing.
  var messages: [MQTTMessage] { [state, event].compactMap(\.self) }
}
