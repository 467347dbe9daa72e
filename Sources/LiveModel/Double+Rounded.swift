extension Double {
  /// Returns the nearest multiple of one `steps`-th: two decimals for 100.
  package func rounded(toSteps steps: Double) -> Double { (self * steps).rounded() / steps }
}
