import SockeyeTesting
import Testing

@testable import SockeyeCLI

@Suite("ipfs: and ipns:", .timeLimit(.minutes(1)))
struct GatewayURLTests {
    @Test(arguments: [
        ("ipfs://bafy", "http://g:8080", "http://g:8080/ipfs/bafy"), ("ipfs://bafy/", "http://g", "http://g/ipfs/bafy"),
        ("IPFS://bafy/a/b?c=d", "https://g/some/path", "https://g/some/path/ipfs/bafy/a/b?c=d"),
        ("ipns://name.test/a/", "g:1/", "http://g:1/ipns/name.test/a/"),
        ("ipfs://bafy/{a,b}[1-2]", "http://g", "http://g/ipfs/bafy/{a,b}[1-2]"),
    ])
    func places(_ url: String, _ gateway: String, _ place: String) throws {
        #expect(try GatewayURL.url(url, at: gateway, on: MemoryMachine()) == place)
    }

    /// The option comes first, then the variable, then the file of $IPFS_PATH, then that of the home folder.
    @Test(arguments: [
        (["IPFS_GATEWAY": "http://v/", "HOME": "/h"], "http://v/ipfs/x"),
        (["IPFS_PATH": "/data/", "HOME": "/h"], "http://d/ipfs/x"),
        (["HOME": "/h"], "http://f:8080/ipfs/x"), (["HOME": "/h", "IPFS_GATEWAY": ""], "http://f:8080/ipfs/x"),
    ])
    func usualGateways(_ variables: [String: String], _ place: String) throws {
        let files = ["/h/.ipfs/gateway": "http://f:8080\r\nfoo\n", "/data/gateway": "http://d"]
        let machine = MemoryMachine(files: files, variables: variables)
        #expect(try GatewayURL.url("ipfs://x", at: nil, on: machine) == place)
        #expect(try GatewayURL.url("ipfs://x", at: "http://o", on: machine) == "http://o/ipfs/x")
    }

    @Test(arguments: [
        (["ipfs://x"], "", ExitCode.couldNotReadFile), (["ipfs://x"], "foo,bar baz\n", .malformedURL),
        (["--ipfs-gateway", "http://g/?q=1", "ipfs://x"], "", .malformedURL),
        (["--ipfs-gateway", "http://g,h/", "ipfs://x"], "", .badFunctionArgument),
        (["ipfs://x"], "http://g,h\n", .malformedURL),
        (["ipfs://x"], "foo\nbar\n", .malformedURL),
        (["ipfs://x"], "ftp://g\n", .malformedURL),
    ])
    func refused(_ words: [String], _ file: String, _ code: ExitCode) async {
        let files = file.isEmpty ? [:] : ["/h/.ipfs/gateway": file]
        let end = await perform(words, on: MemoryMachine(files: files, variables: ["HOME": "/h"]))
        #expect(end.code == code && end.errors.contains("gateway"), "\(end)")
    }

    @Test func contentIsFetched() async throws {
        let server = try await LoopbackServer.start { .text($0.target) }
        let end = await perform(["-s", "--ipfs-gateway", server.url(""), "ipfs://bafy/a?b=[1-2]"])
        #expect(end.code == .success && end.output == "/ipfs/bafy/a?b=1/ipfs/bafy/a?b=2")
        await server.stop()
    }
}
