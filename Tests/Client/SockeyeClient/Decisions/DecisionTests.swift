import HTTPTypes
import SockeyeCache
import SockeyeHTTP1
import SockeyeIO
import SockeyeLoopback
import SockeyeURL
import Testing

@testable import SockeyeClient

/// What the client tells about its decisions.
struct DecisionTests {
    @Test(arguments: DecisionScenario.all)
    func isTold(_ scenario: DecisionScenario) async throws {
        let watch = DecisionWatch()
        try await scenario.run(watch)
        for (kind, text) in scenario.expected {
            let sentences = watch.sentences(kind)
            #expect(sentences.contains { $0.contains(text) }, "\(kind): \(text), but \(sentences)")
        }
    }

    /// A kind that nothing shows may as well not exist.
    @Test func everyKindIsShown() {
        let shown = Set(DecisionScenario.all.flatMap { scenario in scenario.expected.map { $0.kind } })
        #expect(Decision.Kind.allCases.filter { !shown.contains($0) }.isEmpty)
    }

    @Test func clausesCanBeRead() {
        for kind in Decision.Kind.allCases {
            let clause = kind.clause
            #expect(clause.description == "\(clause.document) §\(clause.section)")
            #expect(clause.link.hasPrefix("https://www.") && clause.link.hasSuffix("#section-\(clause.section)"))
            #expect(clause.meaning.hasSuffix(".") && clause.meaning.utf8.count <= 100, "\(kind)")
        }
    }

    /// Of the kinds with several rules, each case has its own.
    @Test(arguments: [
        (Decision.responseFramed(.bodiless), "6.3", "step 1"), (.responseFramed(.tunnel), "6.3", "step 2"),
        (.responseFramed(.chunked), "6.3", "step 4"),
        (.responseFramed(.unchunkedTransferCoding), "6.3", "isn't chunked"),
        (.responseFramed(.contentLength(1)), "6.3", "step 6"),
        (.responseFramed(.untilClose), "6.3", "step 8"), (.responseFramed(.lengthIgnored), "6.3", "step 8"),
        (.targetChosen(.origin("/")), "3.2.1", "path"), (.targetChosen(.asterisk), "3.2.4", "OPTIONS"),
        (.interimPassed(status: 103), "2", "early"), (.interimPassed(status: 199), "15.2", "Any number"),
        (.redirectDelivered(status: 304, .status), "15.4.5", "304"),
        (.redirectDelivered(status: 302, .notFollowing), "15.4", "may follow"),
        (.credentialSent(scheme: "Basic", toProxy: true), "11.7.2", "proxy"),
        (.credentialSent(scheme: "Basic", toProxy: false), "11.6.2", "Authorization"),
        (.connectionClosed(number: 0, .noKeepAlive), "9.3", "HTTP/1.0"),
        (.connectionClosed(number: 0, .responseAskedToClose), "9.6", "close"),
        (.responseNotStored(.responseSaidNoStore), "5.2.2.5", "no-store"),
    ])
    func clauseOfTheCase(_ decision: Decision, _ section: String, _ words: String) {
        #expect(decision.clause.section == section && decision.clause.meaning.contains(words), "\(decision.clause)")
    }

    @Test(arguments: [(301, "15.4.2"), (302, "15.4.3"), (303, "15.4.4"), (307, "15.4.8"), (308, "15.4.9")])
    func clauseOfTheRedirect(_ status: Int, _ section: String) throws {
        let url = try HTTPURL("http://a/")
        let change = Decision.RedirectChange(
            status: status, from: url, to: url, keepsBody: nil, oldMethod: .post, newMethod: .get)
        #expect(Decision.redirectFollowed(change).clause.section == section)
    }

    @Test func casesAreTold() {
        for (kind, name, clause) in Decision.cases {
            #expect(clause.meaning.hasSuffix(".") && clause.meaning.utf8.count <= 100, "\(kind) \(name)")
            #expect(clause != kind.clause, "\(kind) \(name)")
        }
        let names = Decision.cases.map { "\($0.kind) \($0.name)" }
        #expect(Set(names).count == names.count)
    }

    /// docs/Explain.md has the same table.
    @Test func thePageHasEveryClause() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(5).joined(separator: "/")
        let page = String(decoding: try SmallFile.read(root + "/docs/Explain.md"), as: UTF8.self)
        let rows = page.split(separator: "\n").map(String.init).filter { $0.hasPrefix("| `") && $0.hasSuffix(") |") }
        let expected = Decision.Kind.allCases.map { kind in
            "| `\(kind.rawValue)` | \(kind.clause.meaning) | [\(kind.clause)](\(kind.clause.link)) |"
        }
        let cases = Decision.cases.map { kind, name, clause in
            "| `\(kind.rawValue)`: \(name) | \(clause.meaning) | [\(clause)](\(clause.link)) |"
        }
        #expect(rows == expected + cases)
    }

    /// An observer that doesn't ask gets none, and nothing secret is in any.
    @Test func onlyOnRequestAndWithoutSecrets() async throws {
        final class Silent: ExchangeObserver {
            func observe(_ event: ExchangeEvent) {}
            func observe(decision: Decision) { Issue.record("told \(decision)") }
        }
        let server = MemoryServer { _ in
            var reply = LoopbackReply.text("x", status: 401)
            reply.fields += [
                .init("WWW-Authenticate", "Basic realm=\"r\""), .init("Set-Cookie", "name=hidden"),
            ]
            return reply
        }
        let jar = CookieJar()
        jar.insert(Cookie(name: "name", value: "hidden", domain: "server.test"))
        let client = HTTPClient(over: server) { $0.cookies = jar }
        let request = try Request.get("http://user:hidden@server.test/")
        _ = try await client.send(request, observer: Silent())
        let watch = DecisionWatch()
        _ = try await client.send(request, observer: watch)
        #expect(!watch.decisions.isEmpty)
        #expect(!watch.decisions.contains { "\($0)".contains("hidden") })
    }

    /// The decisions about a request come before its head, those about a response after its head.
    @Test func order() async throws {
        final class Order: ExchangeObserver, @unchecked Sendable {
            var names: [String] = []
            var wantsDecisions: Bool { true }
            func observe(_ event: ExchangeEvent) { names.append(String("\(event)".prefix { $0 != "(" })) }
            func observe(decision: Decision) { names.append(decision.kind.rawValue) }
        }
        let (order, server) = (Order(), MemoryServer())
        _ = try await HTTPClient(over: server).send(try .get(server.url("/hello")), observer: order)
        let pairs = [("fieldAdded", "sentHead"), ("receivedHead", "responseFramed"), ("finished", "connectionKept")]
        for (first, second) in pairs {
            let earlier = try #require(order.names.lastIndex(of: first), "\(order.names)")
            let later = try #require(order.names.lastIndex(of: second), "\(order.names)")
            #expect(earlier < later, "\(first) before \(second)")
        }
    }
}
