public import LiveModel

extension Config {
  /// `web`: the web page.
  public struct WebSettings: Sendable, Equatable {
    /// The address to listen on.
    public var listen = ListenAddress(loopback: 9465)
    /// Host names under which the page is asked for, besides those of this machine and the address itself: lower-case,
    /// without a port.
    public var hosts: [String] = []
    /// The secret of the login form. Nil without a login.
    public var token: Secret?
    /// The proxy that logs visitors in. Nil without one.
    public var trust: Trust?
    /// The prefix of all paths, such as `/ball`. Empty for none.
    public var path = ""
    /// Origins of pages that may show this one in a frame, such as `https://ha.lan`.
    public var frame: [String] = []
    /// The largest number of open pages that are kept up to date.
    public var clients = 64
    /// Whether `/states` shows every component in every state.
    public var states = false

    /// Creates the settings of an empty section.
    public init() {}

    /// A proxy that logs visitors in and names them in a header.
    public struct Trust: Sendable, Equatable {
      /// The name of the header, lower-case.
      public var header: String
      /// The addresses of the proxy.
      package var from: [IPAddress]
    }

    /// The number of open pages that `clients` may allow.
    static let clientCounts = 1...2000
  }
}
