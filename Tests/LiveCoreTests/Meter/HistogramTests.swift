internal import Testing

@testable import LiveCore

@Suite struct HistogramTests {
  private func cumulative(_ spans: Duration...) -> [Double: Int] {
    var histogram = Histogram()
    for span in spans { histogram.observe(span) }
    return Dictionary(uniqueKeysWithValues: histogram.cumulative.map { ($0.bound, $0.count) })
  }

  @Test func boundsGoFromFiveMillisecondsToTenMinutes() {
    #expect(Histogram.bounds == Histogram.bounds.sorted() && Set(Histogram.bounds).count == Histogram.bounds.count)
    #expect(Histogram.bounds.first == 0.005 && Histogram.bounds.last == 600)
  }

  @Test func aBoundIsPartOfItsRange() {
    let counts = cumulative(.milliseconds(5), .milliseconds(6), .seconds(600))
    #expect(counts[0.005] == 1 && counts[0.01] == 2 && counts[300] == 2 && counts[600] == 3 && counts[.infinity] == 3)
  }

  @Test func valuesAboveAllBoundsAreInTheLastBucketOnly() {
    let counts = cumulative(.zero, .seconds(86_400))
    #expect(counts[0.005] == 1 && counts[600] == 1 && counts[.infinity] == 2)
  }

  @Test func sumsSeconds() {
    var histogram = Histogram()
    for span: Duration in [.milliseconds(1500), .seconds(2), .microseconds(500_000)] { histogram.observe(span) }
    #expect(histogram.sum == 4 && histogram.count == 3)
  }
}
