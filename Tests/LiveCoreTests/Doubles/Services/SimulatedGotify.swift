import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A Gotify server with one application.
/// Source: Gotify's REST API, `POST /message`; `error/handler.go`.
final class SimulatedGotify: SimulatedService {
  static let token = "AbCdEf.123456-7"
  static let application = "live"

  let world = Locked(GotifyWorld())

  func revokeToken() { world.withLock { $0.hasToken = false } }
  func giveToken() { world.withLock { $0.hasToken = true } }
  func deleteMessage(_ id: String) { world.withLock { world in world.messages.removeAll { $0.id == id } } }
}

/// One application.
struct GotifyWorld: ServiceWorld {
  var traffic = ServiceTraffic()
  var hasToken = true
  var messages: [ShownMessage] = []
  var lastID = 0

  var shown: [ShownMessage] { messages }

  mutating func answer(to request: HTTPRequest) -> ServiceReply {
    let asked = ServiceRequest(request)
    guard asked.path == ["message"], request.method == .post else {
      return refusal(404, "Not Found", "page not found")
    }
    guard hasToken, request.header("x-gotify-key") == SimulatedGotify.token else {
      return refusal(
        401, "Unauthorized", "you need to provide a valid access token or user credentials to access this api")
    }
    guard let body = asked.body else { return refusal(400, "Bad Request", "invalid character") }
    guard let message = body["message"]?.text, !message.isEmpty else {
      return refusal(400, "Bad Request", "Field 'message' is required")
    }
    lastID += 1
    let words = [body["title"]?.text, message].compactMap(\.self).joined(separator: "\n")
    messages.append(ShownMessage(place: SimulatedGotify.application, id: "\(lastID)", text: words))
    return .json(200, ["id": .number(Double(lastID)), "appid": .number(5), "message": .string(message)])
  }

  private func refusal(_ status: Int, _ error: String, _ text: String) -> ServiceReply {
    .json(
      status,
      [
        "error": .string(error), "errorCode": .number(Double(status)), "errorDescription": .string(text),
      ])
  }
}
