import SockeyeTesting
import Testing

/// `-x` and related options, compared with curl.
struct ProxyOracleTests {
    @Test(arguments: [
        ["-x", "127.0.0.1:PORT", "http://far.example/hello"],
        ["-x", "http://user:p%40ss@127.0.0.1:PORT", "http://far.example:81/hello?x#y"],
        ["-x", "127.0.0.1:PORT", "-U", "user:pass", "http://far.example/hello"],
        ["-x", "http://own:first@127.0.0.1:PORT", "-U", "user:pass", "http://far.example/hello"],
        ["-x", "127.0.0.1:PORT", "--proxy-header", "X-Proxy: 1", "-H", "X-Server: 2", "http://far.example/hello"],
        ["-x", "127.0.0.1:PORT", "-u", "me:too", "http://far.example/hello"],
        ["-x", "127.0.0.1:PORT", "--noproxy", "127.0.0.1", "http://127.0.0.1:PORT/hello"],
        ["-x", "127.0.0.1:PORT", "--noproxy", "127.0.0.0/8", "http://127.0.0.1:PORT/hello"],
        ["-x", "", "http://127.0.0.1:PORT/hello"],
        ["-x", "ftp://127.0.0.1:PORT", "http://far.example/hello"],
        ["-x", "no-such-proxy.invalid:1", "http://far.example/hello"],
    ])
    func sameAsCurl(_ arguments: [String]) async throws {
        try await Oracle.compare(arguments, ignoring: ["proxy-connection"])
    }

    /// Exit code 7 since curl 8.20.
    @Test(arguments: [[], ["-i"]])
    func refusedTunnels(_ options: [String]) async throws {
        try await Oracle.compare(
            ["-x", "127.0.0.1:PORT"] + options + ["https://far.example/hello"], ignoring: ["proxy-connection"],
            ownCode: 7
        ) { request in
            request.method == "CONNECT" ? .text("no tunnels here", status: 403) : nil
        }
    }

    @Test func environmentIsHeeded() async throws {
        let environment = ["http_proxy": "http://127.0.0.1:PORT", "no_proxy": "direct.example"]
        try await Oracle.compare(
            ["http://far.example/hello"], environment: environment, ignoring: ["proxy-connection"])
    }

    @Test(arguments: [["-i"], ["-i", "--suppress-connect-headers"], ["-w", "%{http_connect} %{http_code}"]])
    func tunnels(_ options: [String]) async throws {
        let arguments =
            ["-p", "-x", "127.0.0.1:PORT", "--proxy-header", "X-P: 1"] + options + ["http://far.example/hello"]
        try await Oracle.compare(
            arguments, ignoring: ["proxy-connection"],
            script: [.awaitRequest, .send("HTTP/1.1 200 Go\r\nX-Tunnel: 1\r\n\r\n"), .serve(requests: nil)])
    }

    @Test func socksFour() async throws {
        let reply: [UInt8] = [0, 90, 0, 0, 0, 0, 0, 0]
        try await Oracle.compare(
            ["--socks4", "127.0.0.1:PORT", "http://127.0.0.2:81/hello"],
            script: [.receive(9), .sendBytes(reply), .serve(requests: nil)])
        try await Oracle.compare(
            ["--socks4a", "127.0.0.1:PORT", "http://ab.example:81/hello"],
            script: [.receive(20), .sendBytes(reply), .serve(requests: nil)])
        try await Oracle.compare(
            ["--socks4a", "127.0.0.1:PORT", "http://ab.example:81/hello"],
            script: [.receive(20), .sendBytes([0, 91, 0, 0, 0, 0, 0, 0]), .awaitEnd])
    }
}
