internal import LiveModel

extension RoutingRecord {
  /// Creates the record of a configuration.
  init(_ config: Config) {
    self.init(
      follow: Follow(teams: config.follow.teams, players: config.follow.players), routes: config.routes,
      sinks: config.sinks.map(SinkSetting.init))
  }
}

extension RoutingRecord.SinkSetting {
  fileprivate init(_ settings: SinkSettings) {
    self.init(
      name: settings.name, type: settings.type, isForPeople: settings.audience == .people, early: settings.early,
      delay: settings.delay.wholeMilliseconds, group: settings.group.wholeMilliseconds,
      expires: settings.expires.wholeMilliseconds,
      quietHours: settings.quietHours.map { QuietTime(from: $0.from, to: $0.to, timeZone: $0.timeZone) })
  }
}
