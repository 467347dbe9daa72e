import Testing

@testable import LiveCore

@Suite struct DiscordAddressTests {
  @Test(arguments: [
    "https://discord.com/api/webhooks/1/tok-en_", "https://discord.com/api/v10/webhooks/1/tok-en_",
    "https://discord.com/api/v6/webhooks/1/tok-en_/", "https://discord.com/api/webhooks/1/tok-en_?wait=false",
    "https://discord.com/api/webhooks/1/tok-en_/slack", "https://discord.com/api/webhooks/1/tok-en_#x",
  ])
  func theAPIVersionIsSetForDiscord(_ url: String) {
    let address = DiscordAddress(url, thread: nil)
    #expect(address.posting == "https://discord.com/api/v10/webhooks/1/tok-en_?wait=true")
    #expect(
      address.editing(MessageHandle(rawValue: "99")) == "https://discord.com/api/v10/webhooks/1/tok-en_/messages/99")
  }

  @Test(arguments: ["ptb.discord.com", "canary.discord.com", "discordapp.com", "Discord.com:443"])
  func allHostsOfDiscordAreKnown(_ host: String) {
    let address = DiscordAddress("https://\(host)/api/webhooks/1/t", thread: nil)
    #expect(address.posting == "https://\(host)/api/v10/webhooks/1/t?wait=true")
  }

  @Test(arguments: [
    "http://127.0.0.1:8080/api/webhooks/1/t", "http://[::1]:9/hook", "https://notdiscord.com/api/v6/webhooks/1/t",
    "https://discord.com.example.org/api/webhooks/1/t",
  ])
  func aProxyKeepsItsPath(_ url: String) {
    let address = DiscordAddress(url, thread: nil)
    #expect(address.posting == "\(url)?wait=true")
    #expect(address.editing(MessageHandle(rawValue: "9")) == "\(url)/messages/9")
  }

  @Test func aThreadAndOtherParametersAreKept() {
    let own = DiscordAddress("http://h/w?thread_id=1&with_components=true&wait=false", thread: nil)
    #expect(own.posting == "http://h/w?wait=true&thread_id=1&with_components=true")
    #expect(own.editing(MessageHandle(rawValue: "9")) == "http://h/w/messages/9?thread_id=1&with_components=true")
    let set = DiscordAddress("http://h/w?thread_id=1", thread: "12 3&x")
    #expect(set.posting == "http://h/w?wait=true&thread_id=12%203%26x")
  }

  @Test func aHandleCannotChangeThePath() {
    let address = DiscordAddress("http://h/w", thread: nil)
    #expect(address.editing(MessageHandle(rawValue: "../?x")) == "http://h/w/messages/..%2F%3Fx")
  }
}
