import SockeyeIO
import Testing

@testable import SockeyeCLI

@Suite("-w")
struct WriteOutTests {
    static let values: WriteOutValues = {
        var values = WriteOutValues()
        values.contentType = "text/plain; q=\"a\""
        values.headers = [
            .init(name: "Server", value: "x"), .init(name: "X-A", value: "1"), .init(name: "x-a", value: "2"),
        ]
        values.status = 200
        values.httpVersion = "1.1"
        values.localAddress = SocketAddress(numericHost: "127.0.0.1", port: 45_710)
        values.remoteAddress = SocketAddress(numericHost: "127.0.0.1", port: 8765)
        values.method = "GET"
        values.connectionCount = 1
        values.scheme = "HTTP"
        values.downloaded = 6
        values.headerBytes = 162
        values.requestBytes = 78
        values.times.connect = .microseconds(205)
        values.times.total = .microseconds(632)
        values.url = "http://127.0.0.1:8765"
        values.effectiveURL = "http://127.0.0.1:8765/"
        return values
    }()

    private func output(_ format: String, _ values: WriteOutValues = values) -> String {
        WriteOutFormat(format).render(values, version: "v").filter { $0.destination == .standardOutput }.map(\.text)
            .joined()
    }

    // The expected texts are what curl 7.88.1 printed.
    @Test(
        "Texts",
        arguments: [
            (#"%|%a|%%|%{|\a|\\|\n|\t|\r|\|%"#, #"%|%a|%|%{|\a|\\|"# + "\n|\t|\r|" + #"\|%"#),
            ("%{http_code}|%{HTTP_CODE}|%{response_code}", "200|200|200"), ("%{http_connect}", "000"),
            ("%{bar|%{http_code}", "|"),
            (#"%header{x-a:all:\n\t%%}|%header{no:all:,}|%header{X-A:all:}"#, "1\n\t%%2||12"),
            ("%header{x-a}|%header{nope}|%header{|%header{X-A", "1||%header{|%header{X-A"),
            ("%header|%headerx", "%header|%headerx"),
            ("%{time_connect} %{time_total} %{time_redirect}", "0.000205 0.000632 0.000000"),
            ("%{speed_download}", "9493"), ("%{size_header} %{size_request} %{size_upload}", "162 78 0"),
            ("%{num_headers} %{num_connects} %{num_redirects}", "3 1 0"), ("%{content_type}", "text/plain; q=\"a\""),
            ("%{remote_ip}:%{remote_port} %{local_port}", "127.0.0.1:8765 45710"),
            ("%{scheme} %{method} %{http_version}", "HTTP GET 1.1"),
            ("%{url} %{url_effective} %{urlnum}", "http://127.0.0.1:8765 http://127.0.0.1:8765/ 0"),
            ("[%{errormsg}%{redirect_url}%{referer}%{filename_effective}%{certs}]", "[]"),
            ("%{exitcode}%{onerror}no", "0"),
            ("张%{http_code}三", "张200三"), ("", ""), ("%", "%"), (#"\"#, #"\"#), (#"100%\n\n"#, #"100%\n"# + "\n"),
        ]
    )
    func texts(format: String, text: String) {
        // "%{bar|%{http_code}" is one unknown variable named `bar|%{http_code`, in curl as here.
        #expect(output(format) == (text == "|" ? "" : text))
    }

    @Test("Output of a failed transfer")
    func failure() {
        var values = WriteOutValues()
        values.exitCode = .couldNotConnect
        values.errorMessage = "no \"way\""
        values.method = "GET"
        #expect(
            output("%{onerror}%{exitcode} %{errormsg} %{http_code} %{http_version}", values) == "7 no \"way\" 000 0")
        #expect(output("%{header_json}", values) == "{\n}")
    }

    @Test("Unknown variables are reported on standard error, and the rest is printed")
    func unknown() {
        let pieces = WriteOutFormat("%{foo}|%{http_code}%{ http_code}").render(Self.values, version: "v")
        #expect(
            pieces == [
                .init(destination: .standardError, text: "sockeye: unknown --write-out variable: 'foo'\n"),
                .init(destination: .standardOutput, text: "|200"),
                .init(destination: .standardError, text: "sockeye: unknown --write-out variable: ' http_code'\n"),
            ]
        )
    }

    @Test("%{stderr} and %{stdout} switch")
    func destinations() {
        let pieces = WriteOutFormat("a%{stderr}b%{http_code}%{stdout}c").render(Self.values, version: "v")
        #expect(
            pieces == [
                .init(destination: .standardOutput, text: "a"), .init(destination: .standardError, text: "b200"),
                .init(destination: .standardOutput, text: "c"),
            ]
        )
    }

    @Test("%output{} truncates files or appends to them, with or without text")
    func files() {
        let pieces = WriteOutFormat("a%output{f}b%{http_code}%output{>>g}%output{h}%{stderr}c").render(
            Self.values, version: "v")
        #expect(
            pieces == [
                .init(destination: .standardOutput, text: "a"),
                .init(destination: .file("f", appends: false), text: "b200"),
                .init(destination: .file("g", appends: true), text: ""),
                .init(destination: .file("h", appends: false), text: ""),
                .init(destination: .standardError, text: "c"),
            ]
        )
    }

    @Test(
        "URL components, and other variables of newer curl versions",
        arguments: [
            ("%{url.scheme}|%{url.host}|%{url.port}|%{url.path}|%{url.query}", "http|[::1]|80|/a%20b|c=d"),
            ("%{url.user}|%{url.password}|%{url.fragment}|%{url.options}|%{url.zoneid}", "me|secret|e||"),
            ("%{urle.host}|%{urle.port}|%{urle.query}|%{urle.user}", "127.0.0.1|8765||"),
            (
                "%{conn_id}|%{xfer_id}|%{num_retries}|%{proxy_used}|%{tls_earlydata}|%{time_posttransfer}",
                "-1|0|0|0|0|0.000000"
            ),
            ("%time{%Y-%m-%dT%H:%M:%S.%fZ%%}", "1994-11-06T08:49:37.000123Z%"), ("%time{}|%time", "|%time"),
        ]
    )
    func newer(format: String, text: String) {
        var values = Self.values
        values.url = "http://me:secret@[::1]/a%20b?c=d#e"
        values.present = TimeOfDay(seconds: 784_111_777, nanoseconds: 123_456)
        #expect(output(format, values) == text)
    }

    @Test("%{header_json} groups by name, in order, as curl lays it out")
    func headerJSON() {
        #expect(output("%{header_json}") == "{\"server\":[\"x\"],\n\"x-a\":[\"1\",\"2\"]\n}")
    }

    @Test("%{json} has curl's members in curl's order")
    func json() {
        let text = output("%{json}")
        #expect(text.hasPrefix(#"{"certs":"","conn_id":-1,"content_type":"text/plain; q=\"a\"","errormsg":null,"#))
        #expect(text.contains(#""errormsg":null,"exitcode":0,"filename_effective":null,"#))
        #expect(text.contains(#""http_code":200,"http_connect":0,"http_version":"1.1","#))
        #expect(text.contains(#""time_connect":0.000205,"#))
        #expect(text.contains(#""url":"http://127.0.0.1:8765","url.fragment":null,"url.host":"127.0.0.1","#))
        #expect(text.contains(#""url.port":"8765","url.query":null,"url.scheme":"http","url.user":null,"#))
        #expect(text.contains(#""url_effective":"http://127.0.0.1:8765/","urle.fragment":null,"#))
        #expect(text.hasSuffix(#""urlnum":0,"xfer_id":0,"curl_version":"v"}"#))
    }

    @Test("JSON strings", arguments: [("a\"\\\n\t\u{1}é\u{7F}", #""a\"\\\n\t\u0001é"# + "\u{7F}\"")])
    func jsonStrings(text: String, json: String) {
        #expect(WriteOutJSON.quoted(text) == json)
    }

    @Test("A format can come from a file")
    func fromFile() throws {
        let settings = try parse(["-w", "@f", "u"], files: ["f": "A%{http_code}\\n\nB"])
        #expect(output("A%{http_code}\\n\nB") == "A200\n\nB")
        // Lines of a file are joined.
        #expect(settings.transfer.writeOut == WriteOutFormat("A%{http_code}\\nB"))
    }
}

@Suite("-w compared with curl", .enabled(if: Child.hasReferenceCurl, "curl 7.88 is not installed"))
struct WriteOutOracleTests {
    /// A transfer that needs no server: nothing listens on port 1.
    @Test("The members of %{json} and the plain form of each variable are curl's for a refused connection")
    func refusedConnection() throws {
        let names = WriteOutVariable.allCases.filter { !WriteOutVariable.later.contains($0) }.map(\.rawValue)
        // Without values that depend on time or wording.
        let stable = names.filter { !$0.hasPrefix("time_") && $0 != "errormsg" }
        let format = stable.map { "\($0)=%{\($0)}" }.joined(separator: "\\n")
        let curl = try #require(Child.run(["curl", "-s", "-w", format, "http://127.0.0.1:1/"]))
        var values = WriteOutValues()
        values.exitCode = .couldNotConnect
        values.method = "GET"
        values.url = "http://127.0.0.1:1/"
        values.effectiveURL = "http://127.0.0.1:1/"
        #expect(WriteOutFormat(format).render(values, version: "v").map(\.text).joined() == curl.output)
        let json = try #require(Child.run(["curl", "-s", "-w", "%{json}", "http://127.0.0.1:1/"])).output
        let keys = json.split(separator: ",\"").map { $0.prefix { $0 != ":" }.filter { $0 != "\"" && $0 != "{" } }
        #expect(Array(keys.prefix(names.count)) == names)
    }

    @Test(
        "Malformed formats print as in curl",
        arguments: [
            #"%|%a|%%|%{|\a|\\|\n|\t|\r|\|%"#, "%{|", "%header{", #"\%{exitcode}"#, #"\\n\\\n"#, "%{exitcode",
            "%%{exitcode}",
        ])
    func oddities(format: String) throws {
        let curl = try #require(Child.run(["curl", "-s", "-w", format, "http://127.0.0.1:1/"]))
        var values = WriteOutValues()
        values.exitCode = .couldNotConnect
        #expect(WriteOutFormat(format).render(values, version: "v").map(\.text).joined() == curl.output)
    }
}

extension WriteOutFormat.Piece {
    /// A piece of text.
    fileprivate init(destination: WriteOutFormat.Destination, text: String) {
        self.init(destination: destination, octets: Array(text.utf8))
    }
}
