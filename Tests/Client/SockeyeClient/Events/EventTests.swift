import HTTPTypes
import SockeyeCache
import SockeyeHTTP1
import SockeyeIO
import SockeyeTesting
import SockeyeURL
import Testing

@testable import SockeyeClient

/// What the client tells of what happens, and why.
struct EventTests {
    @Test(arguments: EventScenario.all)
    func isTold(_ scenario: EventScenario) async throws {
        let watch = Observations(.everything)
        try await scenario.run(watch)
        for (name, text) in scenario.expected {
            let sentences = watch.sentences(name)
            #expect(sentences.contains { $0.contains(text) }, "\(name): \(text), but \(sentences)")
        }
        let page = try Self.page()
        for event in watch.events {
            guard let clause = event.clause else { continue }
            #expect(page.contains { $0.name == event.name && $0.clause == clause }, "\(event.name): \(clause)")
        }
    }

    /// The rows of the table in docs/Explain.md, which docs/explain.py writes from the code.
    private static func page() throws -> [(name: String, clause: ClientEvent.Clause?)] {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(5).joined(separator: "/")
        let page = String(decoding: try SmallFile.read(root + "/docs/Explain.md"), as: UTF8.self)
        return page.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.hasSuffix(" |") }.compactMap { row in
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
            guard cells.count == 6, let name = cells[1].split(separator: "`").first else { return nil }
            let words = cells[4].drop { $0 == "[" }.prefix { $0 != "]" }.split(separator: " §")
            let clause =
                words.count == 2
                ? ClientEvent.Clause(String(words[0]), String(words[1]), String(cells[3].dropLast())) : nil
            return (String(name), clause)
        }
    }

    /// A row that nothing shows may as well not exist.
    @Test func everyRowWithAClauseIsShown() throws {
        let shown = Set(EventScenario.all.flatMap { scenario in scenario.expected.map { $0.name } })
        let rows = try Self.page().filter { $0.clause != nil }.map(\.name)
        #expect(Set(rows).count > 50 && rows.filter { !shown.contains($0) }.isEmpty)
    }

    @Test func clausesCanBeRead() throws {
        for (name, clause) in try Self.page() {
            guard let clause else { continue }
            #expect(clause.description == "\(clause.document) §\(clause.section)")
            #expect(clause.link.hasPrefix("https://www.") && clause.link.hasSuffix("#section-\(clause.section)"))
            #expect(clause.meaning.hasSuffix(".") && clause.meaning.utf8.count <= 100, "\(name)")
        }
    }

    /// Of the rows with several rules, each case has its own.
    @Test(arguments: [
        (ClientEvent(.responseFramed, .bodiless), "6.3", "step 1"),
        (ClientEvent(.responseFramed, .tunnel), "6.3", "step 2"),
        (ClientEvent(.responseFramed, .chunked), "6.3", "step 4"),
        (ClientEvent(.responseFramed, .unchunkedTransferCoding), "6.3", "isn't chunked"),
        (ClientEvent(.responseFramed, .contentLength(1)), "6.3", "step 6"),
        (ClientEvent(.responseFramed, .untilClose), "6.3", "step 8"),
        (ClientEvent(.responseFramed, .lengthIgnored), "6.3", "step 8"),
        (ClientEvent(.targetChosen, .origin("/")), "3.2.1", "path"),
        (ClientEvent(.targetChosen, .asterisk), "3.2.4", "OPTIONS"),
        (ClientEvent(.interimPassed, interim(103)), "2", "early"),
        (ClientEvent(.interimPassed, interim(199)), "15.2", "Any number"),
        (ClientEvent(.redirectDelivered, (304, .status)), "15.4.5", "304"),
        (ClientEvent(.redirectDelivered, (302, .notFollowing)), "15.4", "may follow"),
        (ClientEvent(.credentialSent, ("Basic", true)), "11.7.2", "proxy"),
        (ClientEvent(.credentialSent, ("Basic", false)), "11.6.2", "Authorization"),
        (ClientEvent(.connectionClosed, (connection, .noKeepAlive)), "9.3", "HTTP/1.0"),
        (ClientEvent(.connectionClosed, (connection, .responseAskedToClose)), "9.6", "close"),
        (ClientEvent(.responseNotStored, .responseSaidNoStore), "5.2.2.5", "no-store"),
    ])
    func clauseOfTheCase(_ event: ClientEvent, _ section: String, _ words: String) throws {
        let clause = try #require(event.clause)
        #expect(clause.section == section && clause.meaning.contains(words), "\(clause)")
    }

    private static func interim(_ status: Int) -> ResponseHead {
        ResponseHead(version: .http11, status: HTTPResponse.Status(code: status), fields: [:])
    }

    private static let connection = ConnectionDetails(number: 0, host: "h", port: 80)

    @Test(arguments: [(301, "15.4.2"), (302, "15.4.3"), (303, "15.4.4"), (307, "15.4.8"), (308, "15.4.9")])
    func clauseOfTheRedirect(_ status: Int, _ section: String) async throws {
        let (watch, server) = (Observations(.everything), MemoryServer())
        let client = HTTPClient(
            over: MemoryServer("a.test") { _ in
                LoopbackReply(
                    status: status, fields: [.init("Location", server.url("/hello")), .init("Content-Length", "0")])
            }, server)
        _ = try await client.send(try .get("http://a.test/"), observer: watch)
        let followed = watch.events.filter { $0[.redirectFollowed] != nil }
        #expect(followed.map(\.clause?.section) == [section])
    }

    /// An observer that doesn't ask gets no reasons, and nothing secret is in any.
    @Test func onlyOnRequestAndWithoutSecrets() async throws {
        final class Silent: ExchangeObserver {
            func observe(_ event: ClientEvent) { #expect(!event.isReason, "told \(event)") }
            func observe(_ bytes: RawSpan, of part: WirePart) { Issue.record("lent \(part)") }
        }
        struct Instrument: AttemptInstrument {
            func begin(_ request: Request) -> AttemptReading { AttemptReading(observer: Silent()) }
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
        // Beside one that asks it gets none either.
        let client = HTTPClient(over: server) { ($0.cookies, $0.instruments) = (jar, [Instrument()]) }
        let request = try Request.get("http://user:hidden@server.test/")
        _ = try await client.send(request, observer: Silent())
        let watch = Observations(.everything)
        _ = try await client.send(request, observer: watch)
        #expect(watch.events.contains { $0.isReason })
        #expect(!watch.events.contains { "\($0)".contains("hidden") })
    }

    /// What is about a request comes before its head, what is about a response after its head.
    @Test func order() async throws {
        let (watch, server) = (Observations(.everything), MemoryServer())
        _ = try await HTTPClient(over: server).send(try .get(server.url("/hello")), observer: watch)
        let pairs = [("fieldAdded", "sentHead"), ("receivedHead", "responseFramed"), ("connectionKept", "measured")]
        for (first, second) in pairs {
            let earlier = try #require(watch.names.lastIndex(of: first), "\(watch.names)")
            let later = try #require(watch.names.lastIndex(of: second), "\(watch.names)")
            #expect(earlier < later, "\(first) before \(second)")
        }
    }

    /// Each thing is told once.
    @Test func nothingTwice() async throws {
        let (watch, server) = (Observations(.everything), MemoryServer())
        let client = HTTPClient(over: server)
        for _ in 0..<2 { _ = try await client.send(try .get(server.url("/redirect/1")), observer: watch) }
        let once = watch.names.filter { $0 != "fieldAdded" && $0 != "receivedBody" }
        let exchange = ["targetChosen", "requestFramed", "sentHead", "receivedHead", "responseFramed"]
        let rest = ["connectionKept", "measured"]
        let redirect = ["direct", "connectionReused"] + exchange + rest + ["redirectFollowed"]
        let last = ["direct", "connectionReused"] + exchange + rest + ["ended"]
        #expect(
            once == ["direct", "connectionOpened", "addressRace"] + exchange + rest + ["redirectFollowed"] + last
                + redirect + last)
    }
}
