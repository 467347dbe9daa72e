/// What the daemon counts and times while it runs, for whoever scrapes it. What stands somewhere anyway is not counted here
/// but looked up when somebody asks: see `DaemonMonitor`.
///
/// Bound: some 80 series beside six for each sink, of two numbers or of a histogram each.
final class Meters: Sendable {
  private struct Series: Hashable {
    var metric: Metric
    var labels: [Metric.Label]
  }

  private struct State {
    var counters: [Series: Int] = [:]
    var histograms: [Series: Histogram] = [:]
    var clients = 0
  }

  private let state = Locked(State())

  /// All that can be known beforehand stands at 0: to Prometheus a series that begins at 1 has never grown.
  init() {
    expectPolls()
    expectEvents()
    expectJournal()
    expectLog()
  }

  func count(_ metric: Metric, _ labels: [Metric.Label], by amount: Int = 1) {
    state.withLock { $0.counters[Series(metric: metric, labels: labels), default: 0] += amount }
  }

  /// Takes one sample, which is not negative.
  func time(_ metric: Metric, _ labels: [Metric.Label] = [], as span: Duration) {
    state.withLock { $0.histograms[Series(metric: metric, labels: labels), default: Histogram()].observe(span) }
  }

  /// Lets a histogram stand there empty.
  func expect(_ metric: Metric, _ labels: [Metric.Label] = []) {
    state.withLock { state in
      let series = Series(metric: metric, labels: labels)
      state.histograms[series] = state.histograms[series] ?? Histogram()
    }
  }

  /// How many programs are connected to the socket.
  var clients: Int {
    get { state.withLock { $0.clients } }
    set { state.withLock { $0.clients = newValue } }
  }

  /// Everything that was counted and timed.
  func add(to exposition: inout Exposition) {
    let (counters, histograms) = state.withLock { ($0.counters, $0.histograms) }
    for (series, count) in counters { exposition.add(series.metric, series.labels, Double(count)) }
    for (series, histogram) in histograms { exposition.add(series.metric, series.labels, histogram) }
  }
}
