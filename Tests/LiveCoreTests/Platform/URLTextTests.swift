internal import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct URLTextTests {
  @Test(arguments: [
    ("https://me:hidden@statsapi.example:8443/api/v1?x=1#y", ["https", "me:hidden", "statsapi.example", "8443"]),
    ("http://[fe80::1]:80/x", ["http", "", "[fe80::1]", "80"]), ("http://[fe80::1]", ["http", "", "[fe80::1]", ""]),
    ("https://a@b@c/d@e", ["https", "a@b", "c", ""]), ("https://c?d=e@f:1", ["https", "", "c", ""]),
    ("c:1/d", ["", "", "c", "1"]), ("", ["", "", "", ""]), ("https://", ["https", "", "", ""]),
  ])
  func cutsTheAuthority(_ text: String, _ parts: [String]) {
    let url = URLText(text)
    #expect([url.scheme, url.user ?? "", url.host, url.port].map(String.init) == parts)
  }

  @Test(arguments: [
    ("https://h/a/b?c#d", "/a/b", "/a/b?c#d"), ("https://h#d?c", "", "#d?c"), ("https://h?c/d", "", "?c/d"),
    ("https://h", "", ""), ("h/a", "/a", "/a"),
  ])
  func cutsThePath(_ text: String, _ path: String, _ tail: String) {
    let url = URLText(text)
    #expect(url.path == path && url.tail == tail)
  }

  @Test(arguments: [
    ("https://me:hidden@h:8443/api?x=1#y", "https://h:8443/api"), ("https://h/a@b", "https://h/a@b"),
    ("https://a@b@h?x", "https://h"), ("me:hidden@h/x?y", "h/x"), ("http://[::1]:80/x", "http://[::1]:80/x"), ("", ""),
  ])
  func showsNeitherUserNorQuery(_ text: String, _ plain: String) { #expect(URLText(text).plain == plain) }
}
