import CCurl
import Testing

@testable import LivePlatform

@Suite struct CurlLibraryTests {
  @Test func aHandleIsMadeWhileAnotherThreadLoadsIt() throws {
    let loading = CurlLibrary.preload()
    let multi = try CurlLibrary.makeMulti()
    loading?.join()
    #expect(curl_multi_cleanup(multi) == CURLM_OK)
    #expect(ccurl_load() == nil)
  }

  @Test func functionsThatNeedNoHandleAreThere() {
    #expect(String(cString: curl_easy_strerror(CURLE_OK)) == "No error")
    let list = curl_slist_append(nil, "a: b")
    #expect(list.map { String(cString: $0.pointee.data) } == "a: b")
    curl_slist_free_all(list)
    curl_slist_free_all(nil)
  }
}
