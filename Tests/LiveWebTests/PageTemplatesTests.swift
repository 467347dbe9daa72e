import Testing

@testable import LiveWeb

@Suite struct PageTemplatesTests {
  @Test func everyTemplateIsParsed() throws {
    let templates = try PageTemplates()
    let html = templates.render(
      PageContent("message", ["title": "<b>", "text": "A & B"]), in: PageTemplates.Surroundings(prefix: ""))
    #expect(html.contains("<h1>&lt;b&gt;</h1><p>A &amp; B</p>"))
  }

  @Test func noTemplateShowsTextUnescaped() {
    for (name, text) in WebAsset.templates {
      #expect(!text.contains("{{{") && !text.contains("{{&") && !text.contains("{{ &"), "\(name)")
    }
  }
}
