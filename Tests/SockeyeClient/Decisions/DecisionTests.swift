import SockeyeIO
import SockeyeLoopback
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

    /// docs/Explain.md has the same table.
    @Test func thePageHasEveryClause() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        let page = String(decoding: try SmallFile.read(root + "/docs/Explain.md"), as: UTF8.self)
        let rows = page.split(separator: "\n").map(String.init).filter { $0.hasPrefix("| `") && $0.hasSuffix(") |") }
        let expected = Decision.Kind.allCases.map { kind in
            "| `\(kind.rawValue)` | \(kind.clause.meaning) | [\(kind.clause)](\(kind.clause.link)) |"
        }
        #expect(rows == expected)
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
