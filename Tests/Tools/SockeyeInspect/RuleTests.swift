import Testing

@testable import SockeyeInspect

/// The rules of `--inspect-set`, as pure decisions.
struct RuleTests {
    @Test(arguments: [
        ("h/p: status=404", "http://h/p", true), ("h/p: status=404", "https://u:p@H:8/p", true),
        ("h/p: status=404", "http://h/p?q", false), ("h/p*: status=404", "http://h/p?q", true),
        ("h: status=404", "http://h/any/thing", true), ("h: status=404", "http://x/h", false),
        ("*.h:8/*: status=404", "http://www.h:8/", true), ("h:8/*: status=404", "http://h:9/", false),
        ("h/*: status=404", "h:443", true), ("[::1]/*: status=404", "http://[::1]:8/a", true),
        ("*: status=404", "http://h/a: b", true),
    ])
    func places(_ rule: String, _ url: String, _ matches: Bool) throws {
        #expect(try InspectRule(parsing: rule).matches(url) == matches)
    }

    @Test(arguments: [
        ("h/: request X-A=b=c", InspectRule.Change.request(field: "X-A", value: "b=c")),
        ("h/: request X-A=", .request(field: "X-A", value: nil)),
        ("h/: request X-A= \t", .request(field: "X-A", value: nil)),
        ("h/: request status=5", .request(field: "status", value: "5")),
        ("h/: response X-A= b\tü ", .response(field: "X-A", value: "b\tü")),
        ("h/: response X-A=", .response(field: "X-A", value: nil)), ("h/: status=200", .status(200)),
        ("h/: status=599", .status(599)), ("h/: body=@a=b.txt", .body(path: "a=b.txt")),
        ("h/: latency=300ms", .latency(.milliseconds(300))), ("h/: latency=1.5s", .latency(.milliseconds(1500))),
        ("h/: hold=request", .hold(.request)), ("h/: hold=none", .hold(.none)),
    ])
    func changes(_ text: String, _ change: InspectRule.Change) throws {
        let rule = try InspectRule(parsing: text)
        #expect(rule.change == change)
    }

    @Test(arguments: [
        ("", "HOST/PATH, a colon, a space"), ("h/p", "HOST/PATH, a colon, a space"),
        ("h/p:status=404", "HOST/PATH, a colon, a space"), (": status=404", "begins with the host"),
        ("/p: status=404", "begins with the host"), ("http://h/p: status=404", "begins with the host"),
        ("h/: ", "\"\" is no change"), ("h/: status", "\"status\" is no change"),
        ("h/: X-A=b", "\"X-A\" is no change: expected request FIELD=VALUE"),
        ("h/: statsu=404", "\"statsu\" is no change"), ("h/: Request X-A=b", "\"Request X-A\" is no change"),
        ("h/: status=", "200 to 599"), ("h/: status=100", "200 to 599"), ("h/: status=600", "200 to 599"),
        ("h/: status=+20", "200 to 599"), ("h/: status=0404", "200 to 599"), ("h/: body=text", "body=@FILE"),
        ("h/: body=@", "body=@FILE"), ("h/: latency=300", "ms or s"), ("h/: latency=-1s", "ms or s"),
        ("h/: latency=infs", "ms or s"), ("h/: latency=1000000000s", "ms or s"), ("h/: latency=1.1.1s", "ms or s"),
        ("h/: latency=ms", "ms or s"), ("h/: hold=", "request, response, both or none"),
        ("h/: hold=all", "request, response, both or none"), ("h/: request =b", "no name of a field"),
        ("h/: request X A=b", "no name of a field"), ("h/: request X\r\nA=b", "no name of a field"),
        ("h/: request X-A=b\r\nC: d", "no CR, LF, NUL"), ("h/: response X-A=b\nc", "no CR, LF, NUL"),
        ("h/: response X-A=b\0c", "no CR, LF, NUL"), ("h/: response X-A=b\u{7F}", "no CR, LF, NUL"),
    ])
    func mistakes(_ text: String, _ reason: String) {
        let mistake = #expect(throws: InspectRule.Mistake.self) { try InspectRule(parsing: text) }
        #expect(mistake?.text.hasPrefix("the rule \"\(text)\": ") == true && mistake?.text.contains(reason) == true)
    }

    @Test(
        "What frames or routes a message is the proxy's own", arguments: ["request", "response"],
        [
            "Content-Length", "transfer-encoding", "CONNECTION", "Keep-Alive", "Proxy-Connection", "TE", "Upgrade",
            "Host", "Via", "Max-Forwards", "Expect", "Proxy-Authorization", "Proxy-Authenticate",
        ])
    func framing(_ side: String, _ field: String) {
        let mistake = #expect(throws: InspectRule.Mistake.self) { try InspectRule(parsing: "*: \(side) \(field)=1") }
        #expect(mistake?.text.contains("\(field) frames or routes a message") == true)
    }

    private func rewriting(_ rules: [String], _ url: String = "http://h/p") throws -> Rewriting {
        Rewriting(try rules.map { try InspectRule(parsing: $0) }, url: url)
    }

    @Test(
        arguments: [
            (["h/p: request X-A=1"], "GET / HTTP/1.1\r\nHost: h\r\nX-A: 1\r\n\r\n", ["set X-A of the request"]),
            (["h/p: request accept=b"], "GET / HTTP/1.1\r\nHost: h\r\n\r\n", []),
            (["h/p: request x-b=3"], "GET / HTTP/1.1\r\nx-b: 3\r\nHost: h\r\n\r\n", ["set x-b of the request"]),
            (["h/p: request X-b="], "GET / HTTP/1.1\r\nHost: h\r\n\r\n", ["removed X-b of the request"]),
            (
                ["h/p: request X-A=1", "*: request x-a=2", "*: request X-C=3"],
                "GET / HTTP/1.1\r\nHost: h\r\nX-A: 1\r\nX-C: 3\r\n\r\n",
                ["set X-A of the request", "set X-C of the request"]
            ),
            (["x/*: request X-A=1", "h/p: request X-A="], nil, []),
            (["h/p: response X-A=1", "h/p: status=404"], nil, []),
        ] as [([String], String?, [String])])
    func requests(_ rules: [String], _ head: String?, _ notes: [String]) throws {
        let isAbsent = rules.first?.contains("accept") == true
        let isOfB = rules.first?.lowercased().contains("x-b") == true
        let lines = isAbsent ? "Host: h\r\nAccept: b\r\n" : isOfB ? "X-B: 1\r\nHost: h\r\nX-B: 2\r\n" : "Host: h\r\n"
        let raw = "GET / HTTP/1.1\r\n\(lines)\r\n"
        let made = try rewriting(rules).request(Array(raw.utf8))
        let expected = isAbsent ? raw.replacing("Accept", with: "accept") : head ?? raw
        #expect(String(decoding: made.octets, as: UTF8.self) == expected)
        #expect(made.notes.count == (isAbsent ? 1 : notes.count))
        #expect(zip(made.notes, notes).allSatisfy { $0.hasPrefix($1 + ", by the rule \"") })
    }

    private static let answerRows: [(rules: [String], method: String, status: Int, head: String)] = [
        (["*: status=404"], "GET", 404, "404 Not Found\r\nA: b\r\nContent-Length: 5\r\n"),
        (["*: status=299"], "GET", 299, "299 Status 299\r\nA: b\r\nContent-Length: 5\r\n"),
        (["*: status=200"], "GET", 200, "200 OK\r\nA: b\r\nContent-Length: 5\r\n"),
        (
            ["h/p: status=500", "*: status=404"], "GET", 500,
            "500 Internal Server Error\r\nA: b\r\nContent-Length: 5\r\n"
        ),
        (["*: response a=c"], "GET", 200, "200 OK\r\na: c\r\nContent-Length: 5\r\n"),
        (["*: response A=", "*: response X=y"], "GET", 200, "200 OK\r\nContent-Length: 5\r\nX: y\r\n"),
        (["*: status=204"], "GET", 204, "204 No Content\r\nA: b\r\n"),
        (["*: status=304", "*: response A="], "HEAD", 304, "304 Not Modified\r\n"),
        (["*: request A=c"], "GET", 200, "200 OK\r\nA: b\r\nContent-Length: 5\r\n"),
    ]

    @Test(arguments: answerRows)
    func answers(_ rules: [String], _ method: String, _ status: Int, _ head: String) throws {
        let raw = "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 5\r\n\r\n"
        let answer = try rewriting(rules).answer(Array(raw.utf8), status: 200, to: method)
        #expect(String(decoding: answer.head.octets, as: UTF8.self) == "HTTP/1.1 \(head)\r\n")
        #expect(answer.status == status && answer.leavesOutBody == (status == 204 || status == 304))
        #expect(answer.head.notes.isEmpty == (answer.head.octets == Array(raw.utf8)))
    }

    /// A 304 has the length of another answer's body, which a client would wait for.
    @Test(arguments: [("GET", "Content-Length: 0\r\n"), ("HEAD", "Content-Length: 9\r\n")])
    func anAnswerThatHadNoBodyIsEmpty(_ method: String, _ length: String) throws {
        let answer = try rewriting(["*: status=200"])
            .answer(Array("HTTP/1.0 304 X\r\nContent-Length: 9\r\n\r\n".utf8), status: 304, to: method)
        #expect(String(decoding: answer.head.octets, as: UTF8.self) == "HTTP/1.0 200 OK\r\n\(length)\r\n")
        #expect(answer.head.notes == ["status 304 became 200, by the rule \"*: status=200\""])
    }

    @Test func theFirstFileAndTheFirstLatencyHold() throws {
        let rules = try ["x/*: body=@x", "h/*: body=@one", "*: body=@two", "*: latency=2s", "h/p: latency=1s"].map {
            try InspectRule(parsing: $0)
        }
        let one = Rewriting([InspectRule(answering: Glob("http://h/q"), from: "zero")] + rules, url: "http://h/p")
        #expect(one.file?.path == "one" && one.latency?.time == .seconds(2))
        #expect(one.file?.rule.note("read") == "read, by the rule \"h/*: body=@one\"")
        let other = Rewriting([InspectRule(answering: Glob("http://h/q"), from: "zero")] + rules, url: "http://h/q")
        #expect(other.file?.path == "zero" && other.file?.rule.note("read") == "read")
        var configuration = InspectConfiguration()
        configuration.rules = rules
        configuration.latency = .seconds(9)
        #expect(Rewriting(configuration.allRules, url: "http://h/p").latency?.time == .seconds(2))
        configuration.rules = []
        #expect(Rewriting(configuration.allRules, url: "h:443").latency?.time == .seconds(9))
    }

    @Test(arguments: [
        (["*: hold=both"], true, true), (["*: hold=request"], true, false), (["*: hold=response"], false, true),
        (["h/p: hold=none", "*: hold=both"], false, false), (["x: hold=both"], false, false), ([], false, false),
    ])
    func theFirstRuleSaysWhatIsHeld(_ rules: [String], _ request: Bool, _ response: Bool) throws {
        let hold = try rewriting(rules).hold
        #expect([.request, .both].contains(hold) == request && [.response, .both].contains(hold) == response)
    }

    @Test("The record has no secret of a rule")
    func secretsAreMasked() throws {
        let rules = try rewriting(["*: request Authorization=Bearer tell", "*: request X-A=https://u:tell@h/"])
        let notes = rules.request(Array("GET / HTTP/1.1\r\n\r\n".utf8)).notes.joined()
        #expect(notes.contains("request Authorization=Bearer ****\"") && !notes.contains("tell"), "\(notes)")
    }
}
