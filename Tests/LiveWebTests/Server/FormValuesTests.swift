import Testing

@testable import LiveWeb

@Suite struct FormValuesTests {
  @Test(arguments: [
    ("q=luis+garc%C3%ADa&pos=P", ["q": "luis garcía", "pos": "P"]),
    ("a=1&a=2", ["a": "2"]), ("a", ["a": ""]), ("", [:]), ("=x", ["": "x"]), ("a=b=c", ["a": "b=c"]),
    ("a=%4", [:]), ("a=%zz&b=1", ["b": "1"]), ("a=%FF", [:]), ("a=%00", ["a": "\0"]),
  ])
  func valuesAreDecoded(text: String, values: [String: String]) {
    #expect(FormValues(text).values == values)
  }

  @Test func manyAndLongValuesAreLeftOut() {
    let many = (0..<100).map { "k\($0)=v" }.joined(separator: "&")
    #expect(FormValues(many).values.count <= FormValues.mostValues)
    let long = String(repeating: "x", count: FormValues.longest + 1)
    #expect(FormValues("a=\(long)&b=1").values == ["b": "1"])
  }
}
