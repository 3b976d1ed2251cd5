import Sockeye
import SockeyeTesting
import Testing

@testable import Fetcher

@Suite("Titles of pages")
struct PageTitleTests {
    @Test(
        "A page's title, if it has one",
        arguments: [("<title>Salmon</title>", "Salmon"), ("<p>none", nil)] as [(String, String?)])
    func title(_ page: String, _ expected: String?) async throws {
        let client = MockClient()
        try client.on(.get, "https://example.com/") { _ in SyntheticResponse(body: Array(page.utf8)) }
        #expect(try await PageTitle.fetch("https://example.com/", with: client) == expected)
        #expect(client.requests.map(\.url.path) == ["/"])
    }
}
