internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// Answers what is followed, and carries out the orders that change it, one after the other. A change is stored in the
/// event log, then applied to polls and routes as a reload applies it.
struct FollowService<C: Clock<Duration>>: Service where C: Sendable {
  let orders: FollowOrders
  let settings: ActiveConfig
  let log: EventLog
  let names: FollowNames<C>
  let logger: Logger
  let now: @Sendable () -> Timestamp

  /// The maximum number of lists that are made at the same time.
  private static var mostParallel: Int { 4 }

  func run() async throws {
    await withTaskGroup(of: Void.self) { group in
      var running = 0
      for await order in orders.stream.cancelOnGracefulShutdown() {
        guard order.request.request == .list else {
          await settle(order)
          continue
        }
        if running == Self.mostParallel {
          await group.next()
          running -= 1
        }
        running += 1
        group.addTask { await settle(order) }
      }
      group.cancelAll()
    }
  }

  private func settle(_ order: FollowOrders.Order) async {
    do throws(Request.Refusal) {
      orders.settle(order, .success(try await answer(to: order.request)))
    } catch {
      orders.settle(order, .failure(error))
    }
  }

  /// Answers a request, or carries it out. Throws the errors of `FollowNames` and `FollowList`, `failed` if the log cannot
  /// be written, and `unavailable` if the daemon stops.
  func answer(to order: FollowOrder) async throws(Request.Refusal) -> FollowAnswer {
    switch order.request {
    case .list: .list(try await listing())
    case .add(let texts, let isOnly): .added(try await add(texts, isOnly: isOnly, by: order.user))
    case .remove(let texts, let isEverything): .removed(try await remove(texts, isEverything, by: order.user))
    }
  }

  private func add(_ texts: [String], isOnly: Bool, by user: Int?) async throws(Request.Refusal) -> FollowChange {
    let subjects = try await names.subjects(named: texts)
    let addition = try settings.follow.adding(subjects, isOnly: isOnly, by: user, at: now())
    let list = try await change(adding: addition.added, by: user)
    let added = addition.added.map { FollowSubject($0) }
    return FollowChange(
      changed: added.map(list.entry), unchanged: addition.known.map(list.entry),
      warnings: added.filter { $0.kind == .player && $0.title == nil }.map {
        "the name of \($0.words) is not known; check the id"
      })
  }

  private func remove(
    _ texts: [String], _ isEverything: Bool, by user: Int?
  ) async throws(Request.Refusal) -> FollowChange {
    let list = settings.follow
    let removal = try list.removing(texts, isEverything: isEverything)
    _ = try await change(removing: removal.removed, by: user)
    return FollowChange(changed: removal.removed.map { list.entry(of: FollowSubject($0)) }, warnings: removal.warnings)
  }

  /// Stores a change, applies it and logs it.
  private func change(
    adding added: [FollowedName] = [], removing removed: [FollowedName] = [], by user: Int?
  ) async throws(Request.Refusal) -> FollowList {
    guard !added.isEmpty || !removed.isEmpty else { return settings.follow }
    do {
      settings.apply(try await log.changeFollowed(adding: added, removing: removed), at: now())
    } catch {
      throw .init(code: .failed, message: "the event log could not be read or written")
    }
    let words = [("added", added), ("removed", removed)].flatMap { verb, names in
      names.map { "\(FollowSubject($0).words) \(verb)" }
    }
    logger.notice(
      "follow changed by order",
      metadata: [
        LogKey.client: "\(user.map { "uid \($0)" } ?? "unknown")", LogKey.changes: "\(words.joined(separator: ", "))",
      ])
    return settings.follow
  }

  private func listing() async throws(Request.Refusal) -> FollowListing {
    let list = settings.follow
    var entries = await identified(list.entries)
    let ids = entries.filter { $0.kind == .player }.compactMap(\.id).unique
    let standings: FollowNames<C>.Standings
    do {
      standings = try await names.standings(of: ids)
    } catch {
      throw .init(code: .unavailable, message: "the daemon stops")
    }
    for index in entries.indices where entries[index].kind == .player {
      let standing = entries[index].id.flatMap { standings.players[$0] }
      if let name = standing?.name { entries[index].name = name }
      entries[index].team = standing?.isActive == true ? standing?.team : nil
      // An id without a name may be nobody's.
      let isInactive = standing?.isActive == false && entries[index].name != nil
      entries[index].state = standing?.isActive == true ? .active : isInactive ? .inactive : .unknown
    }
    return FollowListing(
      isEverything: list.isEverything, entries: entries, confirmed: standings.confirmed,
      staleBecause: standings.fault.map { "\($0)" })
  }

  /// Returns the entries with the ids of players whom the configuration names and of whom the log has exactly one.
  private func identified(_ entries: [FollowEntry]) async -> [FollowEntry] {
    guard entries.contains(where: { $0.kind == .player && $0.id == nil }), let players = try? await names.players()
    else { return entries }
    let known = Dictionary(grouping: players) { FoldedName($0.name) }
    return entries.map { entry in
      guard entry.kind == .player, entry.id == nil, let name = entry.name else { return entry }
      let ids = known[FoldedName(name)]?.map(\.id).unique ?? []
      var entry = entry
      if ids.count == 1 { entry.id = ids[0] }
      return entry
    }
  }
}
