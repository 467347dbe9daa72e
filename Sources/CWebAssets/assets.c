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
static const unsigned char message[] = {
#embed "Templates/message.mustache"
};
static const unsigned char content[] = {
#embed "Templates/content.mustache"
};
static const unsigned char time_[] = {
#embed "Templates/time.mustache"
};

#define ASSET(path, bytes) {path, bytes, sizeof bytes}

static const struct web_asset assets[] = {
  ASSET("Assets/app.css", app_css),
  ASSET("Assets/teams.css", teams_css),
  ASSET("Assets/app.js", app_js),
  ASSET("Assets/icon.svg", icon_svg),
  ASSET("Templates/frame.mustache", frame),
  ASSET("Templates/message.mustache", message),
  ASSET("Templates/content.mustache", content),
  ASSET("Templates/time.mustache", time_),
};

const struct web_asset *web_asset_at(long index) {
  return index < (long)(sizeof assets / sizeof *assets) ? &assets[index] : NULL;
}
