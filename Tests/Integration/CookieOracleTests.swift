import SockeyeTesting
import TestSupport
import Testing

/// `-b`, `-c` and `-j`, compared with curl.
struct CookieOracleTests {
    private static let file = """
        # Netscape HTTP Cookie File
        127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tone
        127.0.0.1\tFALSE\t/\tFALSE\t4102444800\tlasting\ttwo
        127.0.0.1\tFALSE\t/set\tFALSE\t4102444800\tdeep\tthree
        127.0.0.1\tFALSE\t/\tFALSE\t1000\tover\tfour
        .example.com\tTRUE\t/\tFALSE\t4102444800\tforeign\tfive
        #HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t4102444800\thidden\tsix
        """

    /// As in curl 8, and as RFC 6265 section 4.2.1 has it.
    @Test func severalAreJoinedAsPairsAre() async throws {
        let server = try await LoopbackServer.start()
        let words = ["-q", "-s", "-b", "a=b;c=d", "-b", "e=f", server.url("/hello")]
        #expect(try await Program.run(Oracle.sockeye, words).status == 0)
        #expect(server.receivedRequests.first?["Cookie"] == "a=b;c=d; e=f")
        await server.stop()
    }

    @Test(arguments: [
        ["-b", "a=b; c=d", "http://127.0.0.1:PORT/hello"],
        ["-b", "DIR/in", "http://127.0.0.1:PORT/hello"],
        ["-b", "DIR/in", "-j", "http://127.0.0.1:PORT/hello"],
        ["-b", "DIR/in", "-b", "x=y", "http://127.0.0.1:PORT/set"],
        ["-b", "DIR/absent", "http://127.0.0.1:PORT/hello"],
        ["-b", "", "http://127.0.0.1:PORT/set", "http://127.0.0.1:PORT/hello"],
        ["http://127.0.0.1:PORT/set", "http://127.0.0.1:PORT/hello"],
        ["-b", "", "-L", "http://127.0.0.1:PORT/leave"],
        ["-c", "DIR/out", "http://127.0.0.1:PORT/set"],
        ["-b", "DIR/in", "-c", "DIR/out", "http://127.0.0.1:PORT/set", "http://127.0.0.1:PORT/drop"],
        ["-c", "-", "http://127.0.0.1:PORT/set"],
    ])
    func sameAsCurl(_ arguments: [String]) async throws {
        try await Oracle.compare(arguments, files: ["in": Self.file], readsBack: ["out"], sortsTables: true) {
            request in
            func reply(_ cookies: String..., location: String? = nil) -> LoopbackReply {
                LoopbackReply(
                    status: location == nil ? 200 : 302,
                    fields: cookies.map { .init("Set-Cookie", $0) } + [.init("Content-Length", "0")]
                        + (location.map { [.init("Location", $0)] } ?? []))
            }
            switch request.path {
            case "/set":
                return reply(
                    "a=1", "b=2; Path=/set", "c=3; Expires=Sat, 01 Jan 2028 00:00:00 GMT; HttpOnly",
                    "d=4; Domain=example.com", "e=5; Max-Age=0")
            case "/drop": return reply("a=; Max-Age=0", "lasting=; Expires=Thu, 01 Jan 1970 00:00:00 GMT")
            case "/leave":
                let port = request["Host"]?.split(separator: ":").last ?? "80"
                return reply("a=1", location: "http://localhost:\(port)/hello")
            default: return nil
            }
        }
    }
}
