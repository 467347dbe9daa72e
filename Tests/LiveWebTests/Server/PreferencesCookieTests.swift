import Testing

@testable import LiveWeb

@Suite struct PreferencesCookieTests {
  @Test func everythingIsReadAsItWasWritten() {
    var preferences = Preferences()
    preferences.favourites = ["mlb/136", "mlb/147"]
    (preferences.theme, preferences.hidesScores, preferences.delay) = (.dark, true, 35)
    (preferences.announces, preferences.hasShortcuts) = (false, false)
    let value = PreferencesCookie.value(of: preferences)
    #expect(PreferencesCookie.preferences(in: value) == preferences)
    // Octets that a cookie's value may have, by RFC 6265.
    #expect(value.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#"",;\"#.utf8.contains($0) })
  }

  @Test func theDefaultsAreAnEmptyValue() {
    #expect(PreferencesCookie.value(of: Preferences()).isEmpty)
    #expect(PreferencesCookie.preferences(in: "") == Preferences())
  }

  @Test(arguments: [
    "t=purple", "d=-1", "d=601", "d=x", "f=mlb", "f=mlb/1x~/3~mlb/", "f=<b>/1", "nonsense", "=&=", "x=1",
  ])
  func nonsenseIsIgnored(value: String) {
    #expect(PreferencesCookie.preferences(in: value) == Preferences())
  }

  @Test func favouritesAreBounded() {
    let value = "f=" + (1...200).map { "mlb/\($0)" }.joined(separator: "~")
    #expect(PreferencesCookie.preferences(in: value).favourites.count == Preferences.mostFavourites)
  }

  @Test func theQueryOverridesDelayAndScores() {
    var own = Preferences()
    own.delay = 35
    #expect(own.choosing(FormValues("delay=0&scores=hidden")).hidesScores)
    #expect(own.choosing(FormValues("delay=0")).delay == 0 && own.choosing(FormValues("delay=9999")).delay == 35)
  }

  @Test func theFormOfTheSettingsReplacesThem() {
    let changed = Preferences().changed(by: FormValues("theme=dark&scores=hidden&delay=40&shortcuts=on"))
    #expect(changed.theme == .dark && changed.hidesScores && changed.delay == 40)
    #expect(changed.hasShortcuts && !changed.announces)
  }

  @Test func aTeamIsAddedOnceAndRemoved() {
    let one = Preferences().favouring(FormValues("team=mlb/136&on=1")).favouring(FormValues("team=mlb%2F136&on=1"))
    #expect(one.favourites == ["mlb/136"])
    #expect(one.favouring(FormValues("team=mlb/136&on=0")).favourites.isEmpty)
    #expect(one.favouring(FormValues("team=../x&on=1")).favourites == ["mlb/136"])
  }
}
