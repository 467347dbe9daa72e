@testable import LiveCore

/// The operator's orders and pauses.
extension DeliveryModel {
  mutating func take(_ order: History.Order, _ name: History.SinkName) {
    guard var sink = sinks[name] else { return }
    let isServed = sink.form != nil
    switch order {
    case .retry where isServed: (sink.maySilentUntil, sink.mayRepeat) = (0, true)
    case .enable where isServed:
      (sink.mayBeDisabled, sink.maySilentUntil) = (false, 0)
      sinks[name] = sink
      return resume(name, dropping: false)
    default: break
    }
    for (fact, standings) in sink.facts {
      sink.facts[fact] = Set(standings.map { after(order, $0, fact, sink) })
    }
    sinks[name] = sink
  }

  private func after(
    _ order: History.Order, _ standing: Standing, _ fact: Int, _ sink: Sink
  ) -> Standing {
    var standing = standing
    switch order {
    case .retry:
      guard standing.isDead, let form = sink.form else { break }
      standing.isDead = false
      var anew = wait(for: 1, of: fact, logged: now - form.delay, form, sink.pause)
      // A stored message keeps the time of `expires`.
      anew.earliestEnd = min(anew.earliestEnd, anew.ready + form.expires)
      standing.wait =
        standing.wait.map { wait in
          var wait = wait
          (wait.earliestEnd, wait.latestEnd) = (
            min(wait.earliestEnd, anew.earliestEnd), max(wait.latestEnd, anew.latestEnd)
          )
          return wait
        } ?? anew
    case .drop: (standing.wait, standing.isDead, standing.isAside) = (nil, false, true)
    case .dropDead: standing.isDead = false
    case .enable: break
    }
    return standing
  }

  mutating func pause(_ name: History.SinkName, for seconds: Int?) {
    guard var sink = sinks[name], sink.form != nil else { return }
    let (now, last) = (now, sink.pause)
    let end = last.map { $0.ended ?? ($0.isInForce(at: now) ? now : $0.until ?? now) }
    let continues = end.map { now - $0 < OrderedPause.gap } ?? false
    sink.pause = OrderedPause(since: continues ? last?.since ?? now : now, until: seconds.map { now + $0 })
    // Facts of the last pause lose the time that they had after it.
    update(&sink, isExact: last == nil || continues)
    sinks[name] = sink
  }

  mutating func resume(_ name: History.SinkName, dropping: Bool) {
    guard var sink = sinks[name], sink.form != nil, sink.pause?.isInForce(at: now) == true else { return }
    sink.pause?.ended = now
    if dropping {
      sink.facts = sink.facts.mapValues { standings in
        Set(
          standings.map { standing in
            guard standing.wait != nil || standing.isDead else { return standing }
            var dropped = standing
            (dropped.wait, dropped.isDead, dropped.isAside) = (nil, false, true)
            dropped.isWithheld = dropped.isWithheld || standing.delivered == nil
            return dropped
          })
      }
    } else {
      update(&sink, isExact: true)
    }
    sinks[name] = sink
  }

  /// Computes anew when the waiting facts are due.
  private func update(_ sink: inout Sink, isExact: Bool) {
    guard let form = sink.form else { return }
    for (fact, standings) in sink.facts {
      sink.facts[fact] = Set(
        standings.map { standing in
          guard let wait = standing.wait else { return standing }
          var anew = self.wait(for: wait.first, of: fact, logged: wait.logged, form, sink.pause)
          if !isExact { anew.earliestEnd = min(anew.earliestEnd, wait.earliestEnd) }
          var standing = standing
          standing.wait = anew
          return standing
        })
    }
  }
}
