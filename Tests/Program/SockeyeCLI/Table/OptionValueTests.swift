import SockeyeClient
import SockeyeIO
import Testing

@testable import SockeyeCLI

@Suite("Option arguments")
struct OptionValueTests {
    @Test(
        "Seconds",
        arguments: [
            ("1", .seconds(1)), ("0.25", .milliseconds(250)), (".5", .milliseconds(500)), ("1e1", .seconds(10)),
            ("0", nil),
            (" 5", .seconds(5)), ("0x10", .seconds(16)), ("99999999999", .seconds(1_000_000_000)),
            ("9223372036854774", .seconds(1_000_000_000)),
        ] as [(String, Duration?)]
    )
    func seconds(text: String, expected: Duration?) throws {
        #expect(try NumberArgument.seconds(value(text)) == expected)
    }

    @Test(
        "0 for the speed or its time is no limit",
        arguments: [
            (["-y", "0", "-Y", "10"], nil), (["-Y", "10", "-y", "0"], nil), (["-y", "0"], nil), (["-Y", "0"], nil),
            (["-Y", "10"], .init(bytesPerSecond: 10, period: .seconds(30))),
            (["-y", "2"], .init(bytesPerSecond: 1, period: .seconds(2))),
        ] as [([String], Timeouts.MinimumSpeed?)])
    func speeds(_ words: [String], _ expected: Timeouts.MinimumSpeed?) throws {
        let speed = try parse(words + ["u"]).transfer.minimumSpeed
        #expect(speed?.bytesPerSecond == expected?.bytesPerSecond && speed?.period == expected?.period)
    }

    @Test("0 for keepalive probes is the default, and what the system refuses is refused at once")
    func keepalive() throws {
        #expect(try parse(["--keepalive-cnt", "0", "u"]).transfer.socket.options.keepAliveCount == nil)
        #expect(try parse(["--keepalive-cnt", "127", "u"]).transfer.socket.options.keepAliveCount == 127)
        #expect(parseError(["--keepalive-cnt", "128", "u"])?.text(as: .sockeye).contains("from 0 to 127") == true)
        #expect(try parse(["--keepalive-time", "0", "u"]).transfer.socket.keepAliveSeconds == 60)
    }

    @Test(
        "Header lines",
        arguments: [
            ("A: b", .set(name: "A", value: "b")), ("A:b ", .spelled(name: "A", value: "b", line: Array("A:b ".utf8))),
            ("A: b: c;d", .set(name: "A", value: "b: c;d")), ("A:", .remove(name: "A")), ("A: \t", .remove(name: "A")),
            ("A b: c", .spelled(name: "A b", value: "c", line: Array("A b: c".utf8))),
            ("A;", .setEmpty(name: "A")), ("A; ", nil), ("A; b", nil), ("abc", nil), ("", nil), (": x", nil),
            ("A: 张三", .set(name: "A", value: "张三")),
        ] as [(String, HeaderEdit?)]
    )
    func headers(line: String, expected: HeaderEdit?) throws {
        #expect(try HeaderEdit.parse(Array(line.utf8)) == expected)
    }

    @Test(
        "Header lines that would break out of their field are refused",
        arguments: ["A: b\r\nC: d", "A: b\nc", "A: \0", "A: \u{7F}", "A\r\n: b", "A\n"]
    )
    func hostileHeaders(line: String) {
        var outcome: HeaderEdit?
        let isRefused: Bool
        do throws(OptionFault) {
            outcome = try HeaderEdit.parse(Array(line.utf8))
            isRefused = false
        } catch {
            isRefused = true
        }
        // "A\n" isn't a header line, as it has no colon, so nothing is sent.
        #expect(isRefused || outcome == nil)
    }

    @Test("Headers from a file: one per line, LF or CRLF")
    func headerFile() throws {
        let settings = try parse(["-H", "@f", "u"], files: ["f": "A: 1\r\n\nB: 2\nC;"])
        #expect(
            settings.transfer.headers == [
                .set(name: "A", value: "1"), .set(name: "B", value: "2"), .setEmpty(name: "C"),
            ]
        )
    }

    @Test(
        "Resolver overrides",
        arguments: [
            ("a:80:127.0.0.1", "a", 80, ["127.0.0.1"]), ("+A.b:443:[::1],10.0.0.1", "a.b", 443, ["::1", "10.0.0.1"]),
            ("*:1:::1", "*", 1, ["::1"]), ("-a:80", "a", 80, []), ("[::2]:80:127.0.0.1", "::2", 80, ["127.0.0.1"]),
        ] as [(String, String, UInt16, [String])]
    )
    func overrides(text: String, host: String, port: UInt16, addresses: [String]) throws {
        let override = try HostOverride(resolve: text)
        #expect(override.host == host && override.port == port && override.addresses == addresses)
    }

    @Test(
        "Malformed overrides are refused",
        arguments: [
            "", "a", "a:80", "a:80:", "a:x:1.2.3.4", "a:99999:1.2.3.4", ":1:1.2.3.4", "a:1:b", "-a", "a:1:1.2.3.4,",
        ])
    func malformedOverrides(text: String) {
        #expect(throws: OptionFault.self) { try HostOverride(resolve: text) }
    }

    @Test(
        "Posted data",
        arguments: [
            (["-d", "a", "-d", "", "-d", "b"], "a&&b"), (["-d", "@f", "--data-raw", "@f"], "ab&@f"),
            (["--data-binary", "@f"], "a\r\nb\0"), (["-d", "@f", "-d", "@-"], "ab&in"),
        ]
    )
    func data(words: [String], body: String) throws {
        let files = ["f": "a\r\nb\0", "-": "in\n"]
        let data = try #require(try parse(words + ["u"]).transfer.data)
        let assembled = try data.assembled(readFile: FileReader(forRequestsOn: MemoryMachine(files: files)))
        #expect(String(decoding: assembled, as: UTF8.self) == body)
    }

    @Test("A data file that is missing is an error, not an empty body")
    func missingDataFile() throws {
        let data = try #require(try parse(["-d", "@f", "u"]).transfer.data)
        #expect(throws: InputError.self) {
            try data.assembled(
                readFile: FileReader(forRequestsOn: MemoryMachine()))
        }
    }

    @Test(
        "-G puts data into the query",
        arguments: [
            ("http://h/p", "a=b", "http://h/p?a=b"), ("http://h/p?x", "a", "http://h/p?x&a"),
            ("http://h/p?x=1#f", "a", "http://h/p?x=1&a#f"), ("http://h/p?", "a", "http://h/p?a"),
            ("http://h/p", "", "http://h/p"),
        ]
    )
    func query(url: String, data: String, expected: String) {
        #expect(RequestData.url(url, withQuery: data) == expected)
    }

    @Test(
        "A URL without a scheme defaults to http",
        arguments: [
            ("example.com", "http://example.com"), ("https://a/", "https://a/"), ("a:80/x", "http://a:80/x"),
            ("https:/a/x", "https://a/x"), ("HTTPS:/a", "https://a"), ("https:///a", "https:///a"),
            ("\thttps:/a", "https://a"), ("localhost:/x", "http://localhost:/x"), ("u:p@a/", "http://u:p@a/"),
            ("a/?u=https://b", "http://a/?u=https://b"), ("ftp://a/", "ftp://a/"), ("https", "http://https"),
            ("https:\\\\a", nil), ("https:/\\a", nil), ("https:a", nil), ("http:", nil), ("http:u:p@a/", nil),
            ("ht\ntps:a", nil), (" https:a", nil), ("WSS:a", nil),
        ] as [(String, String?)]
    )
    func schemes(url: String, full: String?) {
        #expect(TransferTarget(url: url).fullURL(defaultScheme: "http") == full)
    }
}
