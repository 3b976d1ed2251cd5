import Sockeye
import SockeyeClient
import SockeyeIO
import SockeyeTLS
import Testing

@testable import SockeyeCLI

@Suite("Command line")
struct OptionParserTests {
    @Test(
        "Letters cluster and join as in curl",
        arguments: [
            ["-sSof", "u"], ["-sSo", "f", "u"], ["-s", "-S", "-of", "u"], ["-Sso", "f", "--", "u"],
            ["u", "--silent", "--show-error", "--output", "f"], ["--url", "u", "-sS", "-o", "f"],
            ["--SILENT", "--sho", "u", "--output", "f"], ["--no-silent", "-sSof", "u", "--no-verbose"],
        ]
    )
    func clusters(words: [String]) throws {
        let settings = try parse(words)
        #expect(settings.isSilent && settings.showsErrors)
        #expect(settings.transfer.targets == [TransferTarget(url: "u", output: .file("f"))])
    }

    @Test("An argument is the next word, whatever it looks like")
    func argumentsMayLookLikeOptions() throws {
        let settings = try parse(["-H", "-X: 1", "-A", "--", "-o", "-s", "-d", "-I", "u"])
        #expect(settings.transfer.headers == [.set(name: "-X", value: "1")])
        #expect(settings.transfer.userAgent == "--")
        #expect(settings.transfer.targets == [TransferTarget(url: "u", output: .file("-s"))])
        #expect(settings.warnings == ["The filename argument '-s' looks like a flag."])
        #expect(!settings.isSilent)
    }

    @Test(
        "Outputs and URLs pair by order, whichever comes first",
        arguments: [
            ["-o", "1", "-O", "a", "b", "c"], ["a", "-o1", "b", "-O", "c"],
            ["a", "b", "c", "-o", "1", "--remote-name"],
            ["-o1", "-O", "--url", "a", "--", "b", "c"],
        ]
    )
    func pairs(words: [String]) throws {
        #expect(
            try parse(words).transfer.targets == [
                TransferTarget(url: "a", output: .file("1")), TransferTarget(url: "b", output: .remoteName),
                TransferTarget(url: "c"),
            ]
        )
    }

    @Test("Thousands of URLs and outputs pair in no time, in any order", .timeLimit(.minutes(1)), arguments: [0, 1, 2])
    func manyPairs(order: Int) throws {
        let numbers = 0..<10_000
        let (urls, outputs) = (numbers.map { ["\($0)"] }, numbers.map { ["-o", "f\($0)"] })
        let mixed = numbers.flatMap { $0 % 2 == 0 ? urls[$0] + outputs[$0] : outputs[$0] + urls[$0] }
        let words = [mixed, Array((urls + outputs).joined()), Array((outputs + urls).joined())][order]
        #expect(
            try parse(words).transfer.targets == numbers.map { TransferTarget(url: "\($0)", output: .file("f\($0)")) })
    }

    @Test("A cluster can have both outputs; one too many is a warning; - is standard output by name")
    func pairOddities() throws {
        #expect(
            try parse(["-Oo", "k", "a", "b"]).transfer.targets == [
                TransferTarget(url: "a", output: .remoteName), TransferTarget(url: "b", output: .file("k")),
            ]
        )
        #expect(try parse(["-o", "1", "-o", "2", "a"]).warnings == ["Got more output options than URLs"])
        #expect(try parse(["-o", "-", "a"]).transfer.targets.first?.output == .standardOutputByName)
    }

    @Test(
        "A range that isn't one is sent as it is, and a warning says so",
        arguments: [("0-1,4-", false), ("-5", false), ("abc", true), ("1-x", true)])
    func ranges(text: String, warns: Bool) throws {
        let settings = try parse(["-r", text, "a"])
        #expect(settings.transfer.range == text)
        #expect(
            settings.warnings.map { $0.hasPrefix("Invalid character is found in given range.") }
                == (warns ? [true] : []))
    }

    @Test("--next starts a new operation; options for the run stay")
    func next() throws {
        let settings = try parse(["-s", "-d", "x", "a", "--next", "-I", "b", "-:", "c"])
        #expect(settings.operations.count == 3)
        #expect(settings.operations.map(\.method) == ["POST", "HEAD", "GET"])
        #expect(settings.operations.map { $0.targets.map(\.url) } == [["a"], ["b"], ["c"]])
        #expect(settings.isSilent)
        // As in curl 8, a URL comes before it.
        #expect(
            parseError(["-d", "x", "--next", "a"])?.message
                == "option --next: comes before any URL: write it between two URLs")
    }

    @Test(
        "The method follows from -X, -I, -G and -d",
        arguments: [
            (["u"], "GET"), (["-I", "u"], "HEAD"), (["-d", "a", "u"], "POST"), (["-Gd", "a", "u"], "GET"),
            (["-IGd", "a", "u"], "HEAD"), (["-XPUT", "-d", "a", "u"], "PUT"), (["-I", "--no-head", "u"], "GET"),
        ]
    )
    func methods(words: [String], method: String) throws {
        #expect(try parse(words).transfer.method == method)
    }

    @Test(
        "A letter whose option is on by default switches it off",
        arguments: [
            (["-N", "u"], false), (["--no-buffer", "u"], false), (["-N", "--buffer", "u"], true), (["u"], true),
        ]
    )
    func noBuffer(words: [String], expected: Bool) throws {
        #expect(try parse(words).transfer.buffersOutput == expected)
    }

    @Test("Every option of issue 2 reaches its setting")
    func settings() throws {
        let transfer = try parse(
            "-i -f -k --cacert c --capath d -m 1.5 --connect-timeout .5 -r 0-9 -w %{url} -D h -N -0 -e r -A a -4 "
                .split(separator: " ").map(String.init) + [
                    "--resolve", "h:1:127.0.0.1", "--unix-socket", "s", "--idle-timeout", "2.5", "u",
                ]
        ).transfer
        #expect(transfer.idleTimeout == .milliseconds(2500))
        #expect(transfer.includesHead && transfer.failsOnHTTPError && !transfer.trust.tls.verifiesPeer)
        #expect(transfer.trust.certificateAuthorityFile == "c" && transfer.trust.certificateAuthorityFolder == "d")
        #expect(transfer.timeLimit == .milliseconds(1500) && transfer.connectTimeout == .milliseconds(500))
        #expect(transfer.range == "0-9" && transfer.writeOut == WriteOutFormat("%{url}"))
        #expect(transfer.headerFile == "h" && transfer.httpVersion == .http10 && transfer.referer == "r")
        #expect(transfer.userAgent == "a" && transfer.addressFamily == .ipv4 && transfer.unixSocket == "s")
        #expect(transfer.resolveOverrides.map(\.addresses) == [["127.0.0.1"]])
    }

    @Test(
        "--help and --version end the command line",
        arguments: [
            (["-h"], .help(category: nil)), (["--help", "tls", "--foo"], .help(category: "tls")),
            (["-sVx", "--foo"], .version), (["--vers"], .version), (["--demo"], .demo), (["--dem"], .demo),
            (["--generate", "zsh"], .generate(.zsh)),
        ] as [([String], Settings.Action)]
    )
    func actions(words: [String], action: Settings.Action) throws {
        #expect(try parse(words).action == action)
    }

    @Test(
        "Options that only curl has are refused by name",
        arguments: [
            "--libcurl", "--http3", "--no-libcurl", "--expand-libcurl", "--libc", "--http3-only",
        ]
    )
    func unsupported(option: String) {
        let error = parseError([option, "u"])
        #expect(error?.message == "option \(option): is an option of curl that sockeye does not support")
        #expect(error?.exitCode == .failedInitialization)
    }

    @Test(
        "Options of curl that mean nothing here change nothing",
        arguments: [
            ["--ftp-pasv"], ["--no-epsv"], ["--ftp-port", "-"], ["-P", "-"], ["-P-"], ["-Q", "DELE x"], ["-al"],
            ["--http2"],
            ["-2"], ["--ssl-no-revoke"], ["--tlsv1.0"], ["--mail-from", "me"], ["--ftp-por", "-"], ["--tls-earlydata"],
            ["--ca-native"], ["--no-tcp-fastopen"], ["--compressed-ssh"], ["--krb=private"],
        ]
    )
    func ignored(words: [String]) throws {
        var (with, without) = (try parse(words + ["u"]), try parse(["u"]))
        // What --record keeps of the command line as it was typed.
        (with.recording.words, without.recording.words) = ([], [])
        (with.switched, without.switched) = ([:], [:])
        #expect(String(reflecting: with) == String(reflecting: without))
    }

    @Test("What is ignored has no row, and each name is one of curl's or an alias of one")
    func ignoredNames() {
        let aliases: Set<Substring> = ["eprt", "epsv", "ftp-ssl", "ftp-ssl-reqd"]
        for name in IgnoredOptions.names {
            #expect(!OptionTable.standard.rows.contains { $0.long == name }, "\(name)")
            #expect(CurlOptions.contains(String(name)) || aliases.contains(name), "\(name)")
        }
    }

    @Test(
        "Invalid arguments are refused, with the option and the reason",
        arguments: [
            (["-o", ""], "option -o: the output file name is empty"),
            (["--silent=x"], "option --silent: takes no argument"),
            (["-X", "GE T"], "option -X: 'GE T' is not a request method (one word, such as PUT)"),
            (["-X", "A\r\nB: c"], "option -X: 'A\r\nB: c' is not a request method (one word, such as PUT)"),
            (["-A", "a\nb"], "option -A: its argument contains a line break or another control character"),
            (
                ["-H", "A: b\r\nC: d"],
                "option -H: 'A' contains a line break or another control character, or its value does"
            ),
            (["-r", ""], "option -r: '' is not a range (write START-END, START- or -LAST)"),
            (["-r", "1-2\r\nX: y"], "option -r: its argument contains a line break or another control character"),
            (["--oauth2-bearer", ""], "option --oauth2-bearer: the token is empty"),
            (["--interface", ""], "option --interface: the name is empty"),
            (["--generate", "doc"], "option --generate: expected man, bash, zsh or fish"),
            (["-m", "nan"], "option -m: expected a proper numerical parameter"),
        ]
    )
    func refused(words: [String], message: String) {
        #expect(parseError(words + ["u"]) == OptionError(exitCode: .failedInitialization, message: message))
    }

    @Test(
        "What curl finds malformed only when it connects ends with 49",
        arguments: [
            (["--resolve", "foo"], "option --resolve: expected HOST:PORT:ADDRESS[,ADDRESS], not 'foo'"),
            (["--connect-to", "a:b"], "option --connect-to: expected HOST1:PORT1:HOST2:PORT2"),
        ]
    )
    func malformed(words: [String], message: String) {
        #expect(parseError(words + ["u"]) == OptionError(exitCode: .setOptionSyntax, message: message))
    }

    @Test(
        "What is wrong with a name is said of a joined one too, without its argument",
        arguments: [
            ("--out=f", "option --out: is ambiguous"), ("--outp=f", "option --outp: is ambiguous"),
            ("--use=me:secret", "option --use: is ambiguous"),
            ("--libcurl=x", "option --libcurl: is an option of curl"),
            ("--no-user=me:secret", "option --no-user: used '--no-' for option"),
            ("--outptu=secret", "option --outptu: is unknown: is --output meant?"),
            ("--expand-silent=x", "option --expand-silent: takes no argument"),
        ])
    func joinedNames(word: String, message: String) {
        let found = parseError([word, "u"])?.message ?? ""
        #expect(found.hasPrefix(message) && !found.contains("secret"), "\(found)")
    }

    @Test("An empty URL is refused")
    func empty() { #expect(parseError(["--url", ""])?.message == "option --url: the URL is empty") }

    @Test(
        "An empty name of a file is refused",
        arguments: [
            "-c", "-D", "--etag-save", "--etag-compare", "--har", "--explain-page", "--from-har", "--from-metalink",
            "--input-file", "--archive-password", "--extract-password",
        ])
    func emptyFile(option: String) {
        let error = OptionError("option \(option): the file name is empty")
        #expect(parseError([option, "", "u"]) == error)
    }

    @Test("An empty certificate is none, as in curl", arguments: [[], ["-E", "a", "--proxy-cert", "b"]])
    func emptyCertificate(before: [String]) throws {
        let transfer = try parse(before + ["-E", "", "--proxy-cert", "", "u"]).transfer
        #expect(transfer.trust.certificateFile == nil && transfer.proxy.trust.certificateFile == nil)
        #expect(try parse(["-E", ":word", "u"]).transfer.trust.certificateFile == "")
    }

    @Test("An unreadable file named by an option ends with 26")
    func unreadableFiles() {
        for words in [["-K", "f"], ["-H", "@f"], ["-w", "@f"]] {
            let error = parseError(words + ["u"])
            #expect(error?.exitCode == .readError)
            #expect(error?.message == "option \(words[0]): cannot read f: No such file or directory")
        }
    }

    @Test("Bytes that aren't UTF-8 are posted unchanged, and refused where text is required")
    func bytes() throws {
        let words: [[UInt8]] = [Array("-d".utf8), [0xFF, 0x00], Array("u".utf8)]
        let data = try parse(octets: words).transfer.data
        #expect(data?.pieces == [.bytes([0xFF, 0x00])])
        #expect(try parse(octets: [Array("h/?a=\u{E9}".utf8)]).transfer.targets.map(\.url) == ["h/?a=\u{E9}"])
        #expect(try parse(octets: [Array("h/".utf8) + [0xC3, 0xFF]]).transfer.targets.map(\.url) == ["h/%C3%FF"])
        let header = try parse(octets: [Array("-H".utf8), Array("X: ".utf8) + [0xE9, 0x20], Array("u".utf8)])
        let line = Array("X: ".utf8) + [0xE9, 0x20]
        #expect(header.transfer.headers == [.spelled(name: "X", value: OctetText([0xE9]), line: line)])
        #expect(throws: OptionError(exitCode: .failedInitialization, message: "option -o: its argument is not UTF-8")) {
            try parse(octets: [Array("-o".utf8), [0xFF]])
        }
    }
}

@Suite("Command line compared with curl", .enabled(if: Child.hasReferenceCurl, "curl 7.88 is not installed"))
struct OptionOracleTests {
    @Test(
        "Messages and exit codes of invalid command lines are curl's",
        arguments: [
            ["--foo"], ["--hea", "X: 1"], ["--tls"], ["--no-foo"], ["--no-header", "x"], ["--no-sil"], ["--no-verb"],
            ["--no-no-buffer"], ["-o"], ["-sX"], ["-m"], ["-m", "abc"], ["-m", "-1"], ["-m", ""],
            ["-m", "0.5x"], ["-m", "inf"], ["-m", "9999999999999999999"], ["--max-time", "http://127.0.0.1:1/"],
            ["--connect-timeout", "x"], ["-~"], ["-"], ["--url"], ["--data"], [], ["-s", "--"], ["-o", "x"], ["-S"],
            ["--no-url"], ["--no-range"], ["--no-ipv4"], ["--no-http1.1"], ["--no-next"], ["--no-config"],
            ["--no-prog"],
            ["--=x"], ["---"], ["--h"], ["--resol"], ["--no-"], ["--"],
        ]
    )
    func messages(words: [String]) throws {
        let curl = try #require(Child.run(["curl"] + words))
        let error = parseError(words)
        let expected = curl.errors.replacing(
            "curl: try 'curl --help' or 'curl --manual'", with: "sockeye: try 'sockeye --help'"
        )
        .replacing("curl: ", with: "sockeye: ")
        #expect(error?.exitCode.rawValue == curl.exitCode)
        // Two messages are longer here: they say how to fix it, and what may be meant.
        let text = error?.text(as: .sockeye).replacing("; write '-- x', with a space", with: "")
        #expect(text?.replacing(/is ambiguous: .*/, with: "is ambiguous") == expected)
    }

    @Test(
        "An option is a boolean here if it is one in curl",
        arguments: OptionTable.standard.rows.filter {
            !$0.isOwn && $0.long != "config" && !CurlOptions.laterNames.contains($0.long[...])
        }.map(\.long)
    )
    func booleans(name: String) throws {
        let curl = try #require(Child.run(["curl", "--no-\(name)"]))
        let row = try #require(OptionTable.standard.rows.first { $0.long == name })
        // In both, --no-remote-name restores its URL's default, so -O counts as a boolean.
        #expect(row.isNegatable == !curl.errors.contains("isn't a boolean"))
    }

    @Test(
        "An option takes an argument here if it does in curl",
        arguments: OptionTable.standard.rows.filter {
            !$0.isOwn && !["help", "version"].contains($0.long) && !CurlOptions.laterNames.contains($0.long[...])
        }.map(\.long)
    )
    func arguments(name: String) throws {
        let curl = try #require(Child.run(["curl", "--\(name)"]))
        let row = try #require(OptionTable.standard.rows.first { $0.long == name })
        #expect(row.takesArgument == curl.errors.contains("requires parameter"))
    }

    @Test("Letters are curl's")
    func letters() throws {
        let all = try #require(Child.run(["curl", "--help", "all"])).output
        for row in OptionTable.standard.rows where !row.isOwn {
            guard let short = row.short else { continue }
            #expect(all.contains(" -\(short), --\(row.shownName)"), "\(row.long)")
        }
    }

    @Test(
        "An option that does nothing without another one is refused alone",
        arguments: OptionPartners.table.map(\.option))
    func alone(option: String) throws {
        let row = try #require(OptionTable.standard.rows.first { $0.long == option })
        let argument =
            switch row.placeholder {
            case nil: [String]()
            case "method": ["POST"]
            case "name[=argument]": ["stall"]
            case "key=pattern": ["host=a"]
            case "pattern=file": ["a=b"]
            case "real|full|number": ["real"]
            case "refuse|omit|text", "text|json": ["text"]
            case "smtp|pop3|imap|ftp|nntp|postgres": ["smtp"]
            default: ["1"]
            }
        let error = parseError(["--\(option)"] + argument + ["http://a/"])
        #expect(error?.exitCode == .failedInitialization)
        #expect(
            error?.message?.hasPrefix("--\(option) means nothing without --") == true, "\(error?.message ?? "")")
        // In a file of options it waits for its partner.
        let line = "\(option)" + (argument.first.map { "=\($0)" } ?? "")
        #expect(parseError(["-K", "k", "http://a/"], files: ["k": line]) == nil)
    }

    @Test func partnersAreOptions() {
        let names = Set(OptionTable.standard.rows.map(\.long))
        for (option, partners) in OptionPartners.table {
            #expect(names.contains(option))
            for partner in partners {
                #expect(names.contains(partner))
                var given = OptionPartners.Given()
                given.note(option, isInFile: false)
                #expect(OptionPartners.complaint(about: given) != nil)
                given.note(partner, isInFile: true)
                #expect(OptionPartners.complaint(about: given) == nil)
            }
        }
        #expect(Set(OptionPartners.keepers + OptionPartners.idle).isSubset(of: names))
        #expect(parseError(["--no-step", "http://a/"]) == nil)
        #expect(parseError(["--step", "--version"]) == nil)
    }

    @Test(
        "What keeps transfers is refused where nothing is transferred",
        arguments: [
            "--swift http://a/", "--save-user netrc:f -u a:b http://a/", "--digest-of sha256:x", "--watch-network",
        ])
    func idle(words: String) {
        let error = parseError(["--har", "f"] + words.split(separator: " ").map(String.init))
        let other = words.prefix { $0 != " " }
        #expect(error?.message == "--har has nothing to keep beside \(other): leave one out")
        #expect(parseError(["-K", "k"] + words.split(separator: " ").map(String.init), files: ["k": "har=f"]) == nil)
    }
}
