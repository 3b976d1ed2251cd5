import Glibc
import TestSupport
import Testing

/// `--swift`: the programs it prints compile, without a warning.
struct SwiftProgramTests {
    @Test(
        "The printed program compiles",
        arguments: [
            "http://127.0.0.1/",
            "-L --max-redirs 3 -e ;auto -A agent -H X-A:1 -H X-A:2 -H Accept: http://127.0.0.1/",
            "--follow -X PUT -d a=b http://127.0.0.1/x",
            "-d a=b -u me:secret --digest -m 1.5 --connect-timeout 2 -f -o out http://127.0.0.1/x",
            "--json {\"a\":\"\\\\é\"} -X PATCH -i http://127.0.0.1/x",
            "-F a=b -F f=@f;type=text/x -F g=<f -F h=(;type=multipart/mixed -F =i -F =) http://127.0.0.1/x",
            "-F a=b -o out http://127.0.0.1/x", "-C 2 -o out http://127.0.0.1/x",
            "-F a=b;encoder=base64 -X PUT http://127.0.0.1/x",
            "-T f --limit-rate 1M http://127.0.0.1/d/", "-T - http://127.0.0.1/x", "-C 2 -T f http://127.0.0.1/x",
            "-I http://127.0.0.1/ --next -0 http://127.0.0.1/b --next -G -d q=1 http://127.0.0.1/c",
            "-O --segments 4 --checksum md5:d41d8cd98f00b204e9800998ecf8427e --retry 3 -R http://127.0.0.1/n",
            "-OJ --output-dir d http://127.0.0.1/n", "-C - -o n http://127.0.0.1/n",
            "--compressed --raw --http0.9 ws://127.0.0.1/x",
            "--ws-protocol a --ws-protocol b --ws-ping 0 --ws-linger 1.5 --idle-timeout 3 -m 9 ws://127.0.0.1/x -o f",
            "--ws-binary --wait-for-network wss://h.example/x", "--events http://127.0.0.1/e",
            "--events --retry 3 --idle-timeout 30 -o log -H Last-Event-ID:7 http://127.0.0.1/e",
            "--connect 127.0.0.1:80", "--connect TLS://[::1]:443 -m 3 -o f",
            "-x socks5h://p:1 -U a:b -p --cacert f --cert f --key f --tls-max 1.2 --ciphers x https://h.example/",
            "--resolve h.example:80:127.0.0.1,[::1] --connect-to a:1:b:2 --unix-socket s -4 --mptcp http://h.example/",
            "-b jar -c jar -b a=b --cookie none http://127.0.0.1/{a,b}/[1-3]",
            "-w %{http_code} -v -D h -n http://127.0.0.1/",
            "--extract-dir d --extract-max-size 1M --no-sync -m 3 http://127.0.0.1/n.zip",
            "--archive -T ./ http://127.0.0.1/d/", "--archive -F f=@. http://127.0.0.1/d/",
            "--user-from file:f -u ada http://127.0.0.1/", "--user-from desktop http://127.0.0.1/",
            "--save-user netrc:n -u a:b http://127.0.0.1/{a,b}", "--forget-user desktop -u a http://127.0.0.1/",
            "--oauth2-bearer t --request-target * -X OPTIONS -Y 10 -y 5 --expect100-timeout 2 http://127.0.0.1/",
            "--aws-sigv4 aws:amz:r:s -u ID:KEY http://127.0.0.1/",
            "-T f -H Transfer-Encoding:chunked http://127.0.0.1/x",
            "--data-binary @octets -H Transfer-Encoding:chunked http://127.0.0.1/ -o a -o b http://127.0.0.1/2",
        ])
    func compiles(words: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("f", "text\n")
        try folder.write("octets", bytes: [0x00, 0xFF, 0x0A])
        let program = builtProgram("sockeye")
        let printed = try await Program.run(
            "/bin/sh",
            ["-c", "cd '\(folder.path)' && \"$0\" --swift \"$@\"", program]
                + words.split(separator: " ").map(String.init),
            seconds: 30)
        #expect(printed.status == 0, "\(printed.errorText)")
        #expect(printed.text.contains("import Sockeye\n"))
        try folder.write("program.swift", printed.text)
        let check = try await Program.run(
            "/usr/bin/env",
            // With the true clock (Tests/checks/shifted-clock.c): the compiler compares it with the times of its cache's files.
            ["-u", "LD_PRELOAD", "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors"]
                + Self.modules(program) + Self.cache(folder) + [folder.file("program.swift")],
            seconds: 300)
        #expect(check.status == 0, "\(words)\n\(printed.text)\n\(check.errorText)")
    }

    @Test("Streams are what they are asked to be")
    func streams() async throws {
        for (words, lines) in [
            (["--events", "http://h.example/e"], ["import SockeyeEvents", "client.events(request)"]),
            (["--connect", "tls://h.example:25"], [#"withStream(to: "h.example", port: 25, tls: true)"#]),
            (["--ws-ping", "7", "ws://h.example/"], ["options.pingInterval = .seconds(7)", "options: options"]),
            (["--ws-binary", "ws://h.example/"], ["socket.send(.binary("]),
            (["--extract", "http://h.example/a.zip"], ["import SockeyeArchive", "await result.extract()"]),
            (
                ["--archive", "-T", "./", "http://h.example/"],
                [#"Archive.create("archive.zip", of: ["./"])"#, #"Request.put("http://h.example/archive.zip""#]
            ),
            (
                ["--user-from", "netrc:n", "http://h.example/"],
                [#"NetrcStore(at: "n")"#, "store.credential(for: request.url)"]
            ),
            (["--wait-for-network", "http://h.example/"], ["configuration.waitsForConnectivity = true"]),
            (["-F", "a=b", "-o", "f", "http://h.example/"], ["// Left out: -o (the response"]),
            (
                ["-F", "g=</dev/null", "http://h.example/"],
                [#"MultipartPart.file("g", path: "/dev/null", contentType: "")"#, "part.fileName = nil"]
            ),
            (["-T", "-", "-O", "http://h.example/n"], ["// Left out: -O (the response"]),
            (
                ["-i", "-o", "f", "-C", "-", "--segments", "2", "http://h.example/"],
                ["// Left out: -o (the response goes to standard output), -C -, --segments"]
            ),
            (["-C", "2", "-o", "f", "http://h.example/"], ["// Left out: -C 2 ("]),
            (["--events", "-O", "http://h.example/e"], ["// Left out: -O (the output"]),
            (
                [
                    "--proto", "=https", "--noproxy", "*", "--no-alpn", "-w", "x", "-s", "--hsts", "h",
                    "https://h.example/",
                ],
                ["// Left out: --hsts (HSTSStore), --no-alpn, --noproxy, --proto, --write-out\n"]
            ),
            (
                ["--skip-existing", "-o", "f", "http://h.example/"],
                ["// Left out: --skip-existing (a file that is there is an error)\n"]
            ),
            (
                ["-H", "A: 1", "-H", "a: 2", "http://h.example/"],
                [#"request.fields[values: HTTPField.Name("A")!] = ["1", "2"]"#]
            ),
            (
                ["--aws-sigv4", "aws:amz:r:s", "-u", "ID:KEY", "http://h.example/"],
                [
                    #"AuthenticationOptions(signature: AWSSignature(region: "r", service: "s"))"#,
                    "import SockeyeClient\n",
                ]
            ),
            (["-m", "0.0005", "http://h.example/"], ["configuration.timeouts.total = .microseconds(500)\n"]),
            // Basic is sent at once, wherever the user is from.
            (["http://a:b@h.example/"], ["authentication.sendsBasicAtOnce = true\n"]),
            (["--user-from", "netrc:n", "http://h.example/"], ["authentication.sendsBasicAtOnce = true\n"]),
            (["-X", "OPTIONS", "--request-target", "*", "http://h.example/"], ["request.target = .asterisk\n"]),
            (["--request-target", "*", "http://h.example/"], ["// Left out: --request-target *, "]),
            (["--request-target", "x", "http://h.example/"], ["// Left out: --request-target x, "]),
            (["--request-target", "ftp://h/", "http://h.example/"], [#"request.target = .absolute("ftp://h/")"#]),
            (["-f", "http://h.example/"], ["response.status.code) }\n    _ = try await response.body"]),
            (["--fail-with-body", "http://h.example/"], ["// standard output\n    if response.status.code >= 400 {"]),
        ] {
            let printed = try await Program.run(builtProgram("sockeye"), ["--swift", "-q"] + words, seconds: 30)
            for line in lines { #expect(printed.text.contains(line), "\(words): \(printed.text)") }
        }
    }

    @Test(
        "What would do harm isn't in it",
        arguments: [
            (["--aws-sigv4", "aws:amz:r:s", "-u", "ID:KEY", "http://h.example/"], "sendsBasicAtOnce"),
            (["--skip-existing", "-o", "f", "http://h.example/"], ".replace"),
            (["http://h.example/a@b"], "sendsBasicAtOnce"),
            (["http://a:b@h.example/", "--digest"], "sendsBasicAtOnce"),
            (["--request-target", "x", "http://h.example/"], "request.target"),
        ])
    func harmless(words: [String], text: String) async throws {
        let printed = try await Program.run(builtProgram("sockeye"), ["--swift", "-q"] + words, seconds: 30)
        #expect(printed.status == 0 && !printed.text.contains(text), "\(printed.text)")
    }

    @Test("The name of a file doesn't end a comment")
    func comments() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a\nimport Evil", "text")
        let words = ["--swift", "-q", "-F", "x=<\(folder.file("a\nimport Evil"))", "http://h.example/"]
        let printed = try await Program.run(builtProgram("sockeye"), words, seconds: 30)
        #expect(printed.status == 0 && !printed.text.contains("\nimport Evil"), "\(printed.text)")
        #expect(printed.text.contains(#"a\nimport Evil"#))
    }

    @Test("It reads as one would write it")
    func text() async throws {
        let printed = try await Program.run(
            builtProgram("sockeye"), ["--swift", "-q", "-L", "-d", "a=b", "http://h.example/x"], seconds: 30)
        #expect(
            printed.text == """
                // Made by sockeye --swift. Package.swift needs the product Sockeye of the package sockeye.

                import Sockeye

                var configuration = HTTPClient.Configuration()
                configuration.redirects.limit = 50
                let client = HTTPClient(configuration: configuration)

                var request = try Request.post("http://h.example/x", body: .bytes(Array("a=b".utf8)))
                request.fields[.contentType] = "application/x-www-form-urlencoded"
                try await client.perform(request) { response in
                    _ = try await response.body.write(toDescriptor: 1)  // standard output
                }

                """)
    }

    @Test("A request that cannot be made is no program")
    func failure() async throws {
        for words in [["-T", "/nowhere/at/all"], ["-d", "@/nowhere/at/all"]] {
            let end = try await Program.run(
                builtProgram("sockeye"), ["--swift"] + words + ["http://h.example/x"], seconds: 30)
            #expect(end.status == 26 && end.text.isEmpty, "\(end.errorText)")
        }
    }

    /// A cache of the compiler's own where there is no home to keep one in.
    private static func cache(_ folder: TemporaryFolder) -> [String] {
        let hasHome = getenv("HOME").map { access($0, W_OK) == 0 } ?? false
        return hasHome ? [] : ["-module-cache-path", folder.file("cache")]
    }

    /// Where the compiler finds the library's modules, and the C ones that they are made of.
    private static func modules(_ program: String) -> [String] {
        let built = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let maps = [
            "CSystemShims/System/include", "CSystemShims/HostNames/include", "CSystemShims/DiskCache/include",
            "CSystemShims/Encodings/include", "CSystemShims/MediaTypes/include",
            "CSystemShims/Archive/include",
            "CSystemShims/Credentials/include", "CSystemShims/Expat/include",
        ].map { "\(root)/\($0)/module.modulemap" }
        return ["-I", built + "/Modules"]
            + maps.filter { access($0, R_OK) == 0 }.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }
}
