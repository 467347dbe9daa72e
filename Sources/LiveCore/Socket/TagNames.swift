/// The tags that an event may have, for those who type them.
enum TagNames {
  static let known = meanings.map(\.rawValue) + eventTypes

  private static let meanings: [Tag] = [
    .start, .final, .tied, .unconfirmed, .catchUp, .halfStart, .halfEnd, .extraInnings, .hit, .out, .scoring, .tie,
    .goAhead, .leadChange, .walkOff, .grandSlam, .strikeout, .doublePlay, .triplePlay, .basesLoaded, .stolenBase,
    .caughtStealing, .pickoff, .pitchingChange, .substitution, .error, .review, .absChallenge, .overturned, .cycle,
    .immaculateInning, .noHitterIntact, .perfectGameIntact, .shutout, .noHitter, .perfectGame, .warmup, .delay,
    .resume, .suspended, .postponed, .cancelled, .rescheduled, .lineup, .probablePitcher, .changed, .started,
    .ended, .noHitterWatch, .perfectGameWatch, .closeAndLate, .cycleWatch, .degraded, .blocked, .stale, .recovered,
    .test,
  ]

  /// Source: `/api/v1/eventTypes`, all 74 of 2026.
  private static let eventTypes: [String] = """
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
    """.split(separator: " ").map(String.init)
}
