import HTTPTypes
import Sockeye
import SockeyeIO
import SockeyeRecording
import SockeyeTesting
import Synchronization
import Testing

@testable import SockeyeClient

/// Negotiate with tokens that a test chooses: what is sent, when, and over which connection.
struct NegotiateTests {
    /// Gives one step after another, and notes what each was asked for.
    private final class Tokens: Sendable {
        private let state: Mutex<(steps: [SecurityContext.Step], asked: [[UInt8]])>
        var asked: [[UInt8]] { state.withLock { $0.asked } }

        init(_ steps: SecurityContext.Step...) { state = Mutex((steps, [])) }

        @Sendable func next(_ received: [UInt8]) async -> SecurityContext.Step {
            state.withLock { state in
                state.asked.append(received)
                return state.steps.isEmpty ? .failure(.refused("no more")) : state.steps.removeFirst()
            }
        }
    }

    private static func token(_ text: String, isLast: Bool = false) -> SecurityContext.Step {
        .success((Array(text.utf8), isLast))
    }

    private static let digest = "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""

    private func authenticator(
        _ tokens: Tokens, _ schemes: AuthenticationOptions.Schemes = [.negotiate],
        _ credential: Credential = .password(user: "", "")
    ) -> Authenticator {
        Authenticator(credential, AuthenticationOptions(schemes: schemes), tokens: tokens.next)
    }

    private func value(_ authenticator: inout Authenticator) -> String? {
        authenticator.value(method: "GET", target: "/", body: [], clientNonce: "c").map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func refusal(_ authenticator: inout Authenticator, _ fields: String...) async -> ChallengeRefusal? {
        await authenticator.answer(to: fields.map { Array($0.utf8) })
    }

    @Test("Alone, it is sent at once, and anew with each request") func atOnce() async {
        let tokens = Tokens(Self.token("one"), Self.token("two"))
        var login = authenticator(tokens)
        await login.prepare()
        #expect(value(&login) == "Negotiate b25l")
        #expect(value(&login) == nil, "a token is for one request")
        await login.prepare()
        #expect(value(&login) == "Negotiate dHdv")
        #expect(tokens.asked == [[], []])
        #expect(await refusal(&login, "Negotiate") == .refused)
    }

    @Test("With others it waits for the challenge, and goes before them") func asked() async {
        var login = authenticator(Tokens(Self.token("one")), [.basic, .digest, .negotiate])
        await login.prepare()
        #expect(value(&login) == nil)
        #expect(await refusal(&login, Self.digest, "NEGOTIATE, Basic realm=r") == nil)
        #expect(login.scheme == "Negotiate" && !login.isBound)
        #expect(value(&login) == "Negotiate b25l")
        #expect(await refusal(&login, "Negotiate", Self.digest) == nil, "the password may do")
        #expect(login.scheme == "Digest")
    }

    @Test("The server's token is answered over the same connection") func continues() async {
        let tokens = Tokens(Self.token("one"), Self.token("two"), Self.token("", isLast: true))
        var login = authenticator(tokens)
        await login.prepare()
        #expect(value(&login) != nil)
        #expect(await refusal(&login, "Negotiate aGk=") == nil)
        #expect(login.isBound)
        #expect(value(&login) == "Negotiate dHdv" && !login.isBound)
        #expect(tokens.asked == [[], Array("hi".utf8)])
        #expect(await refusal(&login, "Negotiate aGk=") == .refused, "there is nothing more to say")
    }

    @Test("Without a ticket the next scheme is answered, or none") func withoutTicket() async {
        var login = authenticator(
            Tokens(.failure(.refused("no ticket"))), [.digest, .negotiate], .password(user: "u", "p"))
        #expect(await refusal(&login, "Negotiate", Self.digest) == nil)
        #expect(login.scheme == "Digest" && value(&login)?.hasPrefix("Digest ") == true)
        var alone = authenticator(Tokens(.failure(.refused("no ticket"))))
        await alone.prepare()
        #expect(value(&alone) == nil && alone.fault == nil)
        #expect(await refusal(&alone, "Negotiate", Self.digest) == .noTicket("no ticket"))
        var missing = authenticator(Tokens(.failure(.unavailable)))
        await missing.prepare()
        #expect(missing.fault == .needsKerberos)
    }

    @Test("A token stays a token, and malformed ones are none") func others() async {
        var bearer = authenticator(Tokens(Self.token("one")), [.negotiate], .bearer(token: "t"))
        await bearer.prepare()
        #expect(value(&bearer) == "Bearer t")
        #expect(await refusal(&bearer, "Negotiate") == .refused)
        var login = authenticator(Tokens(Self.token("one"), Self.token("two")))
        await login.prepare()
        _ = value(&login)
        #expect(await refusal(&login, "Negotiate a") == .refused)
        var off = Authenticator(
            .password(user: "u", "p"), AuthenticationOptions(), tokens: Tokens(Self.token("one")).next)
        #expect(await refusal(&off, "Negotiate") == .noCommonScheme, "only where it is asked for")
    }

    @Test(
        "A last token has to prove the server",
        arguments: [
            ("Negotiate aGk=", token("", isLast: true), true), ("Negotiate aGk=", token("more"), false),
            ("Negotiate aGk=", .failure(.refused("a lie")), false), ("Negotiate !", token("", isLast: true), true),
            ("Negotiate a", token("", isLast: true), false), ("Negotiate", token(""), true),
            ("Basic realm=r", token(""), true),
        ] as [(String, SecurityContext.Step, Bool)])
    func proof(field: String, made: SecurityContext.Step, isProven: Bool) async {
        var login = authenticator(Tokens(Self.token("one"), made))
        let before = await login.isProven(by: [Array(field.utf8)])
        #expect(before, "nothing was sent")
        await login.prepare()
        _ = value(&login)
        #expect(await login.isProven(by: [Array(field.utf8)]) == isProven, "\(field)")
    }

    @Test("A connection that carried a token carries no request without one") func connections() async throws {
        let server = MemoryServer { _ in .text("x") }
        let client = HTTPClient(over: server)
        var numbers: [UInt64] = []
        for field in [nil, "Negotiate YQ==", "negotiate Yg==", nil, "Basic YTpi"] {
            var request = try Request.get(server.url())
            if let field { request.fields[.authorization] = field }
            numbers.append(try await client.send(request).connection.number)
        }
        #expect(numbers[1] == numbers[2] && numbers[0] == numbers[3] && numbers[3] == numbers[4])
        #expect(numbers[0] != numbers[1])
    }

    private static func request(_ token: String) -> String {
        "GET / HTTP/1.1\\r\\nHost: h\\r\\nAuthorization: Negotiate \(token)\\r\\nUser-Agent: \(HTTPClient.userAgent)\\r\\n"
            + "Accept: */*\\r\\n\\r\\n"
    }

    private static func recording(_ last: String) -> String {
        """
        sockeye recording 1
        0 start wall=0 secrets=kept
        1 chance purpose=negotiate bytes="\\x01one"
        2 open c0 origin=http://h:80
        2 resolved c0 address="192.0.2.1 80"
        2 connected c0
        3 sent c0 bytes="\(request("b25l"))"
        4 received c0 bytes="HTTP/1.1 401 No\\r\\nWWW-Authenticate: Negotiate aGk=\\r\\nContent-Length: 2\\r\\n\\r\\nno"
        5 chance purpose=negotiate bytes="\\x01two"
        6 sent c0 bytes="\(request("dHdv"))"
        7 received c0 bytes="HTTP/1.1 200 OK\\r\\nWWW-Authenticate: Negotiate aGk=\\r\\nContent-Length: 2\\r\\n\\r\\nhi"
        8 chance purpose=negotiate bytes="\(last)"
        9 end code=0

        """
    }

    @Test(
        "All steps of a login use one connection, and a lie at its end is no response",
        arguments: [("\\x02", true), ("\\x01", false)])
    func steps(last: String, isProven: Bool) async throws {
        let client = HTTPClient(replaying: try Recording(Array(Self.recording(last).utf8)))
        var request = try Request.get("http://h/")
        request.credential = .password(user: "", "")
        request.authentication = AuthenticationOptions(schemes: [.negotiate])
        if isProven {
            #expect(try await client.send(request).status == .ok)
        } else {
            let error = await #expect(throws: HTTPClientError.self) { try await client.send(request) }
            #expect(error?.cause == .credential(.serverUnproven) && error?.party == .server)
        }
        #expect(client.configuration.replay?.divergence == nil)
        #expect(client.configuration.replay?.unsent == nil)
        #expect(client.pool.load.leased == 0)
    }
}
