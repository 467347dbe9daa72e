internal import Hummingbird
internal import HTTPTypes
internal import LiveCore
internal import LiveModel
internal import LivePlatform
internal import NIOCore

/// Answers the requests of browsers: checks where they come from, and finds the page, the file or the stream.
struct WebResponder: Sendable {
  private let settings: Config.WebSettings
  private let source: any PageSource
  private let renderer: PageRenderer
  private let seats: LiveSeats
  private let hosts: AllowedHosts
  private let logins: LoginSessions
  private let headers: WebHeaders
  private let now: @Sendable () -> Timestamp
  private let pages = Locked(RequestAllowance(perSecond: 20, atOnce: 60))
  private let attempts = Locked(RequestAllowance(perSecond: 5.0 / 60, atOnce: 5))

  /// The largest body of a form, in bytes.
  private static let formBytes = 4 << 10

  init(
    settings: Config.WebSettings, source: any PageSource, renderer: PageRenderer, seats: LiveSeats,
    now: @escaping @Sendable () -> Timestamp = WallClock.now
  ) {
    (self.settings, self.source, self.renderer, self.seats, self.now) = (settings, source, renderer, seats, now)
    (hosts, logins, headers) = (AllowedHosts(settings), LoginSessions(settings), WebHeaders(settings))
  }

  /// Returns the answer to a request. Never throws: an error becomes a page.
  func respond(to request: Request, _ context: WebContext) async -> Response {
    let response = await answer(request, context)
    let safe = headers.added(to: response)
    return request.method == .head ? safe.createHeadResponse() : safe
  }

  private func answer(_ request: Request, _ context: WebContext) async -> Response {
    let visit = WebVisit(request, address: context.address, prefix: settings.path)
    guard let authority = request.head.authority, hosts.allows(authority) else {
      return await failure(.misdirectedRequest, visit, Self.misdirected(visit.host))
    }
    guard visit.isFromHere(hosts) else {
      return await failure(.forbidden, visit, .init("This request came from another site", "Open the page itself."))
    }
    guard let path = visit.path else { return await missing(visit) }
    if request.method == .get || request.method == .head, let file = WebFiles.ofProgram.answer(path, request.headers) {
      return file
    }
    guard pages.withLock({ $0.allows(visit.client(logins.isTrusted), at: now()) }) else {
      var response = await failure(
        .tooManyRequests, visit, .init("Too many requests", "Wait a moment, and load the page again."))
      response.headers[.retryAfter] = "2"
      return response
    }
    if request.method == .post { return await post(request, path, visit) }
    guard request.method == .get || request.method == .head else {
      var response = await failure(
        .methodNotAllowed, visit, .init("This page can only be read", "The daemon is controlled with its commands."))
      response.headers[.allow] = "GET, HEAD, POST"
      return response
    }
    guard logins.accepts(visit.proof, at: now()) else { return await login(visit, isLive: path == ["live"]) }
    if path == ["live"] { return await stream(request, context, visit) }
    return await page(path, visit)
  }

  private func page(_ path: [String], _ visit: WebVisit) async -> Response {
    let request = PageRequest(path: path, query: visit.query.values, preferences: visit.preferences, now: now())
    do {
      switch try await renderer.answer(to: request) {
      case .page(let page)?: return await rendered(page, visit)
      case .redirect(let target)?: return WebHeaders.redirect(to: settings.path + target + visit.preferences.asChoices)
      case .file(let bytes, let type, let maxAge)?:
        return Response(
          status: .ok, headers: [.contentType: type, .cacheControl: "private, max-age=\(maxAge)"],
          body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
      case nil: return await missing(visit)
      }
    } catch let fault as Fault where [.lookupNoGame, .lookupUnknownName, .lookupNotFound].contains(fault.code) {
      return await failure(.notFound, visit, .init("There is no such page", fault.sentence))
    } catch {
      let fault = error as? Fault ?? Fault(.daemonStarting, "\(error)")
      var response = await failure(.serviceUnavailable, visit, PageMessage(fault))
      response.headers[.retryAfter] = "10"
      return response
    }
  }

  private func rendered(_ page: Page, _ visit: WebVisit) async -> Response {
    let frame = PageFrame(
      page, visit, source, at: now(), prefix: settings.path, assets: WebFiles.ofProgram.prefix(settings.path))
    guard let html = try? await renderer.html(frame) else { return Response(status: .internalServerError) }
    return headers.page(
      html, HTTPResponse.Status(code: page.status), maxAge: page.maxAge, known: visit.header("if-none-match"))
  }

  private func missing(_ visit: WebVisit) async -> Response {
    await failure(.notFound, visit, .init("There is no such page", "It may have moved.", home: true))
  }

  private func failure(_ status: HTTPResponse.Status, _ visit: WebVisit, _ message: PageMessage) async -> Response {
    var page = Page(title: message.title, tab: nil, content: PageContent("message", message))
    page.status = status.code
    return await rendered(page, visit)
  }

  private static func misdirected(_ host: String) -> PageMessage {
    let name = host.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? String(host.prefix(80)) : "?"
    return PageMessage(
      "The page is not known under this name",
      "To open it as “\(name)”, add this line below 'web:' in livegamed.yaml, and restart livegamed:",
      code: "hosts: [\(name)]")
  }
}

/// Forms and logins.
extension WebResponder {
  private func login(_ visit: WebVisit, isLive: Bool) async -> Response {
    if isLive || !logins.hasForm {
      return await failure(.unauthorized, visit, .init("Log in first", "The proxy in front of this page logs you in."))
    }
    return await loginForm(visit, isWrong: false)
  }

  private func loginForm(_ visit: WebVisit, isWrong: Bool) async -> Response {
    var page = Page(
      title: "Log in", tab: nil, content: PageContent("login", LoginForm(back: visit.target, isWrong: isWrong)))
    page.status = 401
    return await rendered(page, visit)
  }

  private func post(_ request: Request, _ path: [String], _ visit: WebVisit) async -> Response {
    var request = request
    guard let body = try? await request.collectBody(upTo: Self.formBytes) else {
      return await failure(.contentTooLarge, visit, .init("This form is too long", "Nothing was changed."))
    }
    let form = FormValues(String(buffer: body))
    let back = visit.localPath(form["back"]) ?? settings.path + "/"
    if path == ["login"] { return await logIn(form, back, visit) }
    guard logins.accepts(visit.proof, at: now()) else { return await login(visit, isLive: false) }
    switch path {
    case ["settings"]: return changed(visit.ownPreferences.changed(by: form), back, visit)
    case ["favourites"]: return changed(visit.ownPreferences.favouring(form), back, visit)
    case ["logout"]:
      return WebHeaders.redirect(to: back, setting: visit.cookie(LoginSessions.cookie, "", lasting: 0))
    default: return await missing(visit)
    }
  }

  private func changed(_ preferences: Preferences, _ back: String, _ visit: WebVisit) -> Response {
    let value = PreferencesCookie.value(of: preferences)
    return WebHeaders.redirect(
      to: back, setting: visit.cookie(PreferencesCookie.name, value, lasting: value.isEmpty ? 0 : 365 * 86_400))
  }

  private func logIn(_ form: FormValues, _ back: String, _ visit: WebVisit) async -> Response {
    guard attempts.withLock({ $0.allows(visit.client(logins.isTrusted), at: now()) }) else {
      return await failure(.tooManyRequests, visit, .init("Too many attempts", "Wait a minute, and try again."))
    }
    guard logins.opens(form["token"] ?? ""), let session = logins.session(from: now()) else {
      return await loginForm(visit, isWrong: true)
    }
    return WebHeaders.redirect(
      to: back, setting: visit.cookie(LoginSessions.cookie, session, lasting: LoginSessions.lifetime))
  }
}

/// Streams.
extension WebResponder {
  private func stream(_ request: Request, _ context: WebContext, _ visit: WebVisit) async -> Response {
    guard let view = LiveView(query: visit.query.values, preferences: visit.preferences) else {
      return await missing(visit)
    }
    guard let seat = seats.enter(context.channel) else {
      var response = await failure(
        .serviceUnavailable, visit,
        .init("Too many pages are open (\(seats.most))", "Close one, or raise 'web.clients'."))
      response.headers[.retryAfter] = "30"
      return response
    }
    // The header wins: a browser that reconnects sends it with the address of the first time.
    let id = visit.header("last-event-id") ?? visit.query["after"]
    let stream = LiveStream(
      view: view, cursor: id.flatMap { LivePlace.cursor(in: $0, of: source.log) },
      arrangement: visit.query["as"], seat: seat, seats: seats,
      source: source, renderer: renderer, now: now)
    return Response(
      status: .ok, headers: WebHeaders.stream,
      body: ResponseBody { [seats] writer in
        defer { seats.leave(seat) }
        try await request.body.consumeWithInboundCloseHandler { _ in
          for await bytes in stream {
            seats.note(writing: .now, at: seat)
            try await writer.write(bytes)
            seats.note(writing: nil, at: seat)
          }
        } onInboundClosed: {
          seats.end(seat)
        }
        try await writer.finish(nil)
      })
  }
}
