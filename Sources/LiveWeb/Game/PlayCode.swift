/// The scorer's short codes of plays and actions.
enum PlayCode {
  /// Codes by StatsAPI's `eventType`. Source: `/api/v1/eventTypes`, all codes of 2026.
  private static let codes: [String: String] = [
    "balk": "BK", "batter_interference": "BI", "batter_timeout": "TO", "batter_turn": "TRN", "at_bat_start": "AB",
    "catcher_interf": "CI", "caught_stealing": "CS", "caught_stealing_2b": "CS", "caught_stealing_3b": "CS",
    "caught_stealing_home": "CS", "cs_double_play": "DP", "defensive_indiff": "DI", "defensive_substitution": "SUB",
    "defensive_switch": "SUB", "double": "2B", "double_play": "DP", "ejection": "EJ", "error": "E",
    "fan_interference": "FI", "field_error": "E", "field_out": "OUT", "fielder_interference": "OBS",
    "fielders_choice": "FC", "fielders_choice_out": "FC", "force_out": "FC", "forced_balk": "BK",
    "game_advisory": "ADV", "grounded_into_double_play": "DP", "grounded_into_triple_play": "TP",
    "hit_by_pitch": "HBP", "home_run": "HR", "injury": "INJ", "intent_walk": "IBB", "mound_visit": "MV",
    "no_pitch": "NP", "offensive_substitution": "SUB", "os_ruling_pending_primary": "OS",
    "os_ruling_pending_prior": "OS", "other_advance": "ADV", "other_out": "OUT", "passed_ball": "PB",
    "pickoff_1b": "PK", "pickoff_2b": "PK", "pickoff_3b": "PK", "pickoff_caught_stealing_2b": "PK",
    "pickoff_caught_stealing_3b": "PK", "pickoff_caught_stealing_home": "PK", "pickoff_error_1b": "E",
    "pickoff_error_2b": "E", "pickoff_error_3b": "E", "pitcher_step_off": "SO", "pitcher_switch": "P",
    "pitching_substitution": "P", "runner_double_play": "DP", "runner_interference": "RI", "runner_placed": "RP",
    "sac_bunt": "SH", "sac_bunt_double_play": "DP", "sac_fly": "SF", "sac_fly_double_play": "DP", "single": "1B",
    "stolen_base": "SB", "stolen_base_2b": "SB", "stolen_base_3b": "SB", "stolen_base_home": "SB",
    "strike_out": "K", "strikeout": "K", "strikeout_double_play": "DP", "strikeout_triple_play": "TP",
    "triple": "3B", "triple_play": "TP", "umpire_substitution": "UMP", "walk": "BB", "wild_pitch": "WP",
  ]

  /// Actions that nobody looks for among the plays.
  static let unimportant: Set<String> = [
    "at_bat_start", "batter_timeout", "batter_turn", "defensive_substitution", "defensive_switch", "game_advisory",
    "mound_visit",
    "no_pitch", "pitcher_step_off", "umpire_substitution",
  ]

  /// Returns the code of a play; a dot for an unknown `eventType`, and a question mark while it is not known.
  ///
  /// StatsAPI has one type for all outs in the field. The sentence says how the batter was out.
  static func code(of eventType: String?, _ text: String) -> String {
    guard let eventType else { return "?" }
    if eventType == "field_out" { return out(text) }
    return codes[eventType] ?? (eventType == "pitch" ? "REV" : "·")
  }

  /// The words of StatsAPI's sentences about outs in the field.
  private static let outs = [
    ("grounds", "GO"), ("flies", "FO"), ("lines", "LO"), ("pops", "PO"), ("bunts", "GO"), ("bunt", "GO"),
  ]

  private static func out(_ text: String) -> String {
    let words = Set(text.split(separator: " ").prefix(8))
    return outs.first { words.contains(Substring($0.0)) }?.1 ?? "OUT"
  }

  /// Whether a type is in the table.
  static func isKnown(_ eventType: String) -> Bool { codes[eventType] != nil }
}
