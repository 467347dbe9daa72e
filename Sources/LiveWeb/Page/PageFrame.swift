internal import LiveModel

/// The value of the template `frame`: all of a page.
struct PageFrame {
  var title: String
  /// `light` or `dark`; nil follows the device.
  var theme: String?
  /// Whether the page is for a screen on a wall: without bars, and larger.
  var isTV: Bool
  /// Whether single keys are shortcuts.
  var hasShortcuts: Bool
  /// Whether news are announced to screen readers.
  var announces: Bool
  /// Prefix of all links.
  var prefix: String
  /// The choices of the address, for links without a query and for those with one.
  var choices, moreChoices: String
  /// The league to whose pages the links lead: `mlb`, and in words `MLB`.
  var site, siteName: String
  /// The owner of the league's data.
  var dataOwner: String?
  /// Prefix of the files that never change.
  var assets: String
  var isScores, isPlayers, isTeams, isDaemon: Bool
  /// Address of the stream.
  var live: String?
  /// Place in the stream.
  var cursor: String?
  /// The name of the zone of all times.
  var zone: String
  var template: String
  var content: any Sendable
}
