import Testing

@testable import LiveCore

@Suite struct CommitQueueTests {
  private var queue = CommitQueue<Int>()

  /// Removes the works of one transaction.
  private mutating func transaction() -> [Int] {
    var works: [Int] = []
    while let next = queue.next() { works.append(next) }
    return works
  }

  @Test(arguments: [false, true]) mutating func aTransactionTakesAllWorksOfAKindInTheirOrder(canWait: Bool) {
    for number in 0..<50 { queue.append(number, canWait: canWait) }
    #expect(transaction() == Array(0..<50))
    #expect(queue.count == 0 && transaction() == [])
  }

  @Test mutating func aTransactionWithOtherWorksTakesFewThatCanWait() {
    for number in 0..<50 { queue.append(number, canWait: number % 25 != 24) }
    #expect(transaction() == [24, 49, 0, 1, 2, 3])
    #expect(transaction() == Array(4..<24) + Array(25..<49))
  }

  @Test mutating func aTransactionEndsSoonAfterAWorkThatComesMeanwhile() {
    for number in 0..<50 { queue.append(number, canWait: true) }
    #expect(queue.next() == 0 && queue.next() == 1)
    queue.append(100, canWait: false)
    #expect(transaction() == [100, 2, 3, 4, 5])
  }

  @Test mutating func theNextTransactionTakesAllAfterOneThatEndsEarly() {
    queue.append(0, canWait: false)
    for number in 1...20 { queue.append(number, canWait: true) }
    #expect(queue.next() == 0 && queue.next() == 1)
    queue.endTransaction()
    #expect(transaction() == Array(2...20))
  }

  @Test mutating func worksThatCanWaitDoNotWaitForEver() {
    queue.append(0, canWait: true)
    for number in 1...20 { queue.append(number, canWait: false) }
    #expect(transaction().last == 0)
  }
}
