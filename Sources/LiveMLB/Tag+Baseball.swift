internal import LiveModel

/// The tags that only baseball has.
extension Tag {
  static let halfStart = Tag("half_start")
  static let halfEnd = Tag("half_end")
  static let extraInnings = Tag("extra_innings")
  static let hit = Tag("hit")
  static let out = Tag("out")
  static let walkOff = Tag("walk_off")
  static let grandSlam = Tag("grand_slam")
  static let strikeout = Tag("strikeout")
  static let doublePlay = Tag("double_play")
  static let triplePlay = Tag("triple_play")
  static let basesLoaded = Tag("bases_loaded")
  static let stolenBase = Tag("stolen_base")
  static let caughtStealing = Tag("caught_stealing")
  static let pickoff = Tag("pickoff")
  static let pitchingChange = Tag("pitching_change")
  static let error = Tag("error")
  static let absChallenge = Tag("abs_challenge")
  static let cycle = Tag("cycle")
  static let immaculateInning = Tag("immaculate_inning")
  static let noHitterIntact = Tag("no_hitter_intact")
  static let perfectGameIntact = Tag("perfect_game_intact")
  static let shutout = Tag("shutout")
  static let noHitter = Tag("no_hitter")
  static let perfectGame = Tag("perfect_game")
  static let probablePitcher = Tag("probable_pitcher")
  static let noHitterWatch = Tag("no_hitter_watch")
  static let perfectGameWatch = Tag("perfect_game_watch")
  static let closeAndLate = Tag("close_and_late")
  static let cycleWatch = Tag("cycle_watch")

  /// The tags that livegamed derives.
  static let baseball: [Tag] = [
    .halfStart, .halfEnd, .extraInnings, .hit, .out, .walkOff, .grandSlam, .strikeout, .doublePlay, .triplePlay,
    .basesLoaded, .stolenBase, .caughtStealing, .pickoff, .pitchingChange, .error, .absChallenge, .cycle,
    .immaculateInning, .noHitterIntact, .perfectGameIntact, .shutout, .noHitter, .perfectGame, .probablePitcher,
    .noHitterWatch, .perfectGameWatch, .closeAndLate, .cycleWatch,
  ]

  /// MLB's event types, each of which is a tag. Source: `/api/v1/eventTypes`, all 74 codes of 2026.
  static let mlbEventTypes: [Tag] = """
    at_bat_start balk batter_interference batter_timeout batter_turn catcher_interf caught_stealing \
    caught_stealing_2b caught_stealing_3b caught_stealing_home cs_double_play defensive_indiff \
    defensive_substitution defensive_switch double double_play ejection error fan_interference field_error field_out \
    fielder_interference fielders_choice fielders_choice_out force_out forced_balk game_advisory \
    grounded_into_double_play grounded_into_triple_play hit_by_pitch home_run injury intent_walk mound_visit \
    no_pitch offensive_substitution os_ruling_pending_primary os_ruling_pending_prior other_advance other_out \
    passed_ball pickoff_1b pickoff_2b pickoff_3b pickoff_caught_stealing_2b pickoff_caught_stealing_3b \
    pickoff_caught_stealing_home pickoff_error_1b pickoff_error_2b pickoff_error_3b pitcher_step_off pitcher_switch \
    pitching_substitution runner_double_play runner_interference runner_placed sac_bunt sac_bunt_double_play sac_fly \
    sac_fly_double_play single stolen_base stolen_base_2b stolen_base_3b stolen_base_home strike_out strikeout \
    strikeout_double_play strikeout_triple_play triple triple_play umpire_substitution walk wild_pitch
    """.split(separator: " ").map { Tag(String($0)) }
}
