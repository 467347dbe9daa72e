import ArgumentParser
import LiveModel
import LivePlatform

/// `--utc`, for every command that shows times to people.
struct TimeOptions: ParsableArguments {
  @Flag(help: "Show times in UTC. Default: the time zone of TZ, else that of this machine.")
  var utc = false

  /// The zone of the times to show.
  var zone: LocalZone { utc ? .utc : .system }
}
