import SockeyeClient
import SockeyeHTTP1
import Testing

/// Copies of a request share its rare options, but a change must not affect other copies.
struct RequestOptionsTests {
    @Test func unsetUntilSet() throws {
        let request = try Request.get("http://a/")
        #expect(request.version == .http11)
        #expect(!request.expectsContinue)
        #expect(request.target == nil && request.redirects == nil && request.coding == nil && request.retry == nil)
        #expect(request.credential == nil && request.authentication == nil && request.timeouts == nil)
    }

    @Test func aCopyIsItsOwn() throws {
        var original = try Request.get("http://a/")
        original.timeouts = Timeouts(total: .seconds(1))
        var copy = original
        copy.timeouts = nil
        copy.version = .http10
        copy.expectsContinue = true
        #expect(original.timeouts?.total == .seconds(1))
        #expect(original.version == .http11)
        #expect(!original.expectsContinue)
        #expect(copy.timeouts == nil)
        #expect(copy.version == .http10)
        original.retry = RetryPolicy(attempts: 3)
        #expect(copy.retry == nil)
        #expect(original.timeouts?.total == .seconds(1))
    }

    @Test func eachIsKeptApart() throws {
        var request = try Request.get("http://a/")
        request.target = .asterisk
        request.redirects = .never
        request.coding = .compressed
        request.credential = .password(user: "a", "b")
        request.authentication = AuthenticationOptions()
        #expect(request.target == .asterisk)
        #expect(request.redirects?.isFollowing == false)
        #expect(request.coding == .compressed)
        #expect(request.credential == .password(user: "a", "b"))
        #expect(request.authentication == AuthenticationOptions())
        #expect(request.retry == nil)
    }
}
