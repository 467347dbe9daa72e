// The files of the web page, as bytes of the program. The preprocessor reads them, so they compile in no time, stay what
// they are for editors, and lie in pages that the kernel loads when they are needed.
#include "CWebAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char app_css[] = {
#embed "Assets/app.css"
};
static const unsigned char teams_css[] = {
#embed "Assets/teams.css"
};
static const unsigned char app_js[] = {
#embed "Assets/app.js"
};
static const unsigned char icon_svg[] = {
#embed "Assets/icon.svg"
};
static const unsigned char frame[] = {
#embed "Templates/frame.mustache"
};
static const unsigned char login[] = {
#embed "Templates/login.mustache"
};
static const unsigned char message[] = {
#embed "Templates/message.mustache"
};
static const unsigned char content[] = {
#embed "Templates/content.mustache"
};
static const unsigned char time_[] = {
#embed "Templates/time.mustache"
};
static const unsigned char moment[] = {
#embed "Templates/moment.mustache"
};
static const unsigned char notes[] = {
#embed "Templates/notes.mustache"
};
static const unsigned char players_list[] = {
#embed "Templates/players/list.mustache"
};
static const unsigned char players_player[] = {
#embed "Templates/players/player.mustache"
};
static const unsigned char teams_game[] = {
#embed "Templates/teams/game.mustache"
};
static const unsigned char teams_list[] = {
#embed "Templates/teams/list.mustache"
};
static const unsigned char teams_star[] = {
#embed "Templates/teams/star.mustache"
};
static const unsigned char teams_team[] = {
#embed "Templates/teams/team.mustache"
};
static const unsigned char daemon_corrections[] = {
#embed "Templates/daemon/corrections.mustache"
};
static const unsigned char daemon_form[] = {
#embed "Templates/daemon/form.mustache"
};
static const unsigned char daemon_outbox[] = {
#embed "Templates/daemon/outbox.mustache"
};
static const unsigned char daemon_page[] = {
#embed "Templates/daemon/page.mustache"
};
static const unsigned char daemon_predictions[] = {
#embed "Templates/daemon/predictions.mustache"
};
static const unsigned char daemon_receivers[] = {
#embed "Templates/daemon/receivers.mustache"
};
static const unsigned char daemon_sources[] = {
#embed "Templates/daemon/sources.mustache"
};
static const unsigned char daemon_state[] = {
#embed "Templates/daemon/state.mustache"
};
static const unsigned char daemon_why[] = {
#embed "Templates/daemon/why.mustache"
};
static const unsigned char daemon_work[] = {
#embed "Templates/daemon/work.mustache"
};
static const unsigned char game_diamond[] = {
#embed "Templates/game/diamond.mustache"
};
static const unsigned char game_duelist[] = {
#embed "Templates/game/duelist.mustache"
};
static const unsigned char game_part[] = {
#embed "Templates/game/part.mustache"
};
static const unsigned char game_part_page[] = {
#embed "Templates/game/part-page.mustache"
};
static const unsigned char game_history[] = {
#embed "Templates/game/history.mustache"
};
static const unsigned char game_linescore[] = {
#embed "Templates/game/linescore.mustache"
};
static const unsigned char game_now[] = {
#embed "Templates/game/now.mustache"
};
static const unsigned char game_page[] = {
#embed "Templates/game/page.mustache"
};
static const unsigned char game_play[] = {
#embed "Templates/game/play.mustache"
};
static const unsigned char game_plays[] = {
#embed "Templates/game/plays.mustache"
};
static const unsigned char game_score[] = {
#embed "Templates/game/score.mustache"
};
static const unsigned char game_clock[] = {
#embed "Templates/game/clock.mustache"
};
static const unsigned char game_periods[] = {
#embed "Templates/game/periods.mustache"
};
static const unsigned char game_starters[] = {
#embed "Templates/game/starters.mustache"
};
static const unsigned char game_chances[] = {
#embed "Templates/game/chances.mustache"
};
static const unsigned char game_five[] = {
#embed "Templates/game/five.mustache"
};
static const unsigned char game_leaders[] = {
#embed "Templates/game/leaders.mustache"
};
static const unsigned char game_lineups[] = {
#embed "Templates/game/lineups.mustache"
};
static const unsigned char game_pitchers[] = {
#embed "Templates/game/pitchers.mustache"
};
static const unsigned char game_stats[] = {
#embed "Templates/game/stats.mustache"
};

static const unsigned char scores_banner[] = {
#embed "Templates/scores/banner.mustache"
};
static const unsigned char scores_empty[] = {
#embed "Templates/scores/empty.mustache"
};
static const unsigned char scores_page[] = {
#embed "Templates/scores/page.mustache"
};
static const unsigned char scores_row[] = {
#embed "Templates/scores/row.mustache"
};
static const unsigned char scores_side[] = {
#embed "Templates/scores/side.mustache"
};
static const unsigned char states_page[] = {
#embed "Templates/states/page.mustache"
};
static const unsigned char settings_page[] = {
#embed "Templates/settings/page.mustache"
};

#define ASSET(path, bytes) {path, bytes, sizeof bytes}

static const struct web_asset assets[] = {
  ASSET("Assets/app.css", app_css),
  ASSET("Assets/teams.css", teams_css),
  ASSET("Assets/app.js", app_js),
  ASSET("Assets/icon.svg", icon_svg),
  ASSET("Templates/frame.mustache", frame),
  ASSET("Templates/login.mustache", login),
  ASSET("Templates/message.mustache", message),
  ASSET("Templates/content.mustache", content),
  ASSET("Templates/scores/banner.mustache", scores_banner),
  ASSET("Templates/scores/empty.mustache", scores_empty),
  ASSET("Templates/scores/page.mustache", scores_page),
  ASSET("Templates/scores/row.mustache", scores_row),
  ASSET("Templates/scores/side.mustache", scores_side),
  ASSET("Templates/states/page.mustache", states_page),
  ASSET("Templates/settings/page.mustache", settings_page),
  ASSET("Templates/time.mustache", time_),
  ASSET("Templates/moment.mustache", moment),
  ASSET("Templates/notes.mustache", notes),
  ASSET("Templates/players/list.mustache", players_list),
  ASSET("Templates/players/player.mustache", players_player),
  ASSET("Templates/teams/game.mustache", teams_game),
  ASSET("Templates/teams/list.mustache", teams_list),
  ASSET("Templates/teams/star.mustache", teams_star),
  ASSET("Templates/teams/team.mustache", teams_team),
  ASSET("Templates/daemon/corrections.mustache", daemon_corrections),
  ASSET("Templates/daemon/form.mustache", daemon_form),
  ASSET("Templates/daemon/outbox.mustache", daemon_outbox),
  ASSET("Templates/daemon/page.mustache", daemon_page),
  ASSET("Templates/daemon/predictions.mustache", daemon_predictions),
  ASSET("Templates/daemon/receivers.mustache", daemon_receivers),
  ASSET("Templates/daemon/sources.mustache", daemon_sources),
  ASSET("Templates/daemon/state.mustache", daemon_state),
  ASSET("Templates/daemon/why.mustache", daemon_why),
  ASSET("Templates/daemon/work.mustache", daemon_work),
  ASSET("Templates/game/diamond.mustache", game_diamond),
  ASSET("Templates/game/duelist.mustache", game_duelist),
  ASSET("Templates/game/part.mustache", game_part),
  ASSET("Templates/game/part-page.mustache", game_part_page),
  ASSET("Templates/game/history.mustache", game_history),
  ASSET("Templates/game/linescore.mustache", game_linescore),
  ASSET("Templates/game/now.mustache", game_now),
  ASSET("Templates/game/page.mustache", game_page),
  ASSET("Templates/game/play.mustache", game_play),
  ASSET("Templates/game/plays.mustache", game_plays),
  ASSET("Templates/game/score.mustache", game_score),
  ASSET("Templates/game/clock.mustache", game_clock),
  ASSET("Templates/game/periods.mustache", game_periods),
  ASSET("Templates/game/starters.mustache", game_starters),
  ASSET("Templates/game/chances.mustache", game_chances),
  ASSET("Templates/game/five.mustache", game_five),
  ASSET("Templates/game/leaders.mustache", game_leaders),
  ASSET("Templates/game/lineups.mustache", game_lineups),
  ASSET("Templates/game/pitchers.mustache", game_pitchers),
  ASSET("Templates/game/stats.mustache", game_stats),
};

const struct web_asset *web_asset_at(long index) {
  return index < (long)(sizeof assets / sizeof *assets) ? &assets[index] : NULL;
}
