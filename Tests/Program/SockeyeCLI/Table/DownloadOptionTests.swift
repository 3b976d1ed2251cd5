import Sockeye
import Testing

@testable import SockeyeCLI

@Suite("Download options")
struct DownloadOptionTests {
    private func download(_ words: [String], files: [String: String] = [:]) throws -> DownloadSettings {
        try parse(words + ["http://h/f"], files: files).transfer.download
    }

    @Test(
        "-C takes an offset or a dash",
        arguments: [
            ("-", DownloadSettings.ContinueAt.whatIsThere), ("0", .offset(0)), ("500", .offset(500)),
        ])
    func continueAt(_ text: String, _ expected: DownloadSettings.ContinueAt) throws {
        #expect(try download(["-C", text]).continueAt == expected)
    }

    @Test(
        "What is refused",
        arguments: [
            ["-C", "x"], ["-C", "-1"], ["--segments", "0"], ["--segments", "17"], ["--segments", "many"],
            ["--limit-rate", "fast"], ["--limit-rate", "1X"], ["--limit-rate", "9999999999G"], ["--checksum", "00"],
            ["--checksum", "sha256:00"], ["--checksum", "crc:00"], ["--checksum", "@empty"], ["--progress", "loud"],
            ["--input-file", "options"], ["--input-file", "early"], ["--input-file", "digest"],
            ["--input-file", "none"], ["--compressed", "--segments", "2"], ["--raw", "--require-resumable"],
            ["--compressed", "--mirror", "http://m/"],
            ["--compressed", "--checksum", "md5:00000000000000000000000000000000"],
        ])
    func refused(_ words: [String]) {
        let files = [
            "empty": "nothing here\n", "options": "http://a/\n  split=5\n", "early": "  out=x\nhttp://a/\n",
            "digest": "http://a/\n  checksum=sha-256=00\n", "none": "http://a/\n checksum=00\n",
        ]
        #expect(parseError(words + ["http://h/f"], files: files)?.exitCode == .failedInitialization)
    }

    @Test(
        "Rates have units",
        arguments: [("100", 100), ("2k", 2048), ("3M", 3 << 20), ("1G", 1 << 30), ("0", nil), ("7b", 7)]
            as [(String, Int64?)])
    func rates(_ text: String, _ expected: Int64?) throws {
        #expect(try download(["--limit-rate", text]).bytesPerSecond == expected)
    }

    @Test("Checksum files of sha256sum and BSD are read, and looked up by name")
    func sums() throws {
        let (one, two) = (String(repeating: "1a", count: 32), String(repeating: "2b", count: 16))
        let files = ["sums": "\(one)  a.iso\n\(two) *folder/b.iso\nSHA256 (c (1).iso) = \(one)\nno sum at all\n"]
        let checksum = try #require(try download(["--checksum", "@sums"], files: files).checksum)
        #expect(checksum.checksum(for: "a.iso") == Checksum("sha256:\(one)"))
        #expect(checksum.checksum(for: "b.iso") == Checksum("md5:\(two)"))
        #expect(checksum.checksum(for: "c (1).iso") == Checksum("SHA-256:\(one)"))
        #expect(checksum.checksum(for: "d.iso") == nil)
        #expect(
            try download(["--checksum", "sha256:\(one)"]).checksum?.checksum(for: "x") == Checksum("sha256:\(one)"))
    }

    @Test("Retries as in curl")
    func retries() throws {
        let retry = try download(["--retry", "3", "--retry-delay", "2", "--retry-max-time", "60"]).retry
        #expect(retry.count == 3 && retry.delay == .seconds(2) && !retry.doublesDelay && retry.period == .seconds(60))
        #expect(try download([]).retry.count == 0)
        #expect(try download(["--retry-delay", "0"]).retry.doublesDelay)
        #expect(try download(["--retry-connrefused"]).retry.includesRefusedConnections)
    }

    @Test("A list names URLs and their files")
    func list() throws {
        let files = ["list": "# comment\nhttp://h/a \n\n  # indented comment\nhttp://h/b\n  out=c\n"]
        let words = ["-Z", "--parallel-max", "3", "--input-file", "list"]
        let targets = try parse(words, files: files).transfer.everyTarget()
        #expect(
            targets == [
                TransferTarget(
                    url: "http://h/a", output: .remoteName, isVerbatim: true, place: ListPlace(list: "list", line: 2)),
                TransferTarget(
                    url: "http://h/b", output: .file("c"), isNamedByOthers: true, isVerbatim: true,
                    place: ListPlace(list: "list", line: 5)),
            ])
    }

    @Test("An aria2 list: mirrors after tabs, a folder, a digest; a wget list: spaces before a URL, CRLF")
    func lists() throws {
        let hex = String(repeating: "1a", count: 32)
        let files = [
            "list":
                "http://h/a\thttp://i/a\t\n\tdir=some where \n  checksum=sha-256=\(hex)\r\n  http://h/b?x=1\r\n\r\n# c\n"
        ]
        var first = TransferTarget(url: "http://h/a", output: .remoteName, isVerbatim: true)
        first.mirrors = ["http://i/a"]
        first.folder = "some where"
        first.checksum = Checksum("sha256:\(hex)")
        first.place = ListPlace(list: "list", line: 1)
        var second = TransferTarget(url: "http://h/b?x=1", output: .remoteName, isVerbatim: true)
        second.place = ListPlace(list: "list", line: 4)
        let settings = try parse(["--input-file", "list"], files: files)
        #expect(try settings.transfer.everyTarget() == [first, second])
        #expect(settings.journal == "list.sockeye")
        #expect(try parse(["--input-file", "-"], files: ["-": "http://h/\n"]).journal == nil)
        #expect(try parse(["--journal", "j", "--input-file", "list"], files: files).journal == "j")
    }

    @Test("A byte order mark before a list or checksums is none of their first line")
    func byteOrderMarks() throws {
        let hex = String(repeating: "1a", count: 32)
        let files = [
            "list": "\u{FEFF}http://h/a\r\n", "sums": "\u{FEFF}\(hex)  a\r\n\(hex)  b\r\n", "empty": "\u{FEFF}",
        ]
        #expect(try parse(["--input-file", "list"], files: files).transfer.everyTarget().map(\.url) == ["http://h/a"])
        #expect(parseError(["--input-file", "empty"], files: files) != nil)
        let sums = try parse(["--checksum", "@sums", "http://h/a"], files: files).transfer.download.checksum
        #expect(
            ["a", "b", "c"].map { sums?.checksum(for: $0) } == [
                Checksum("sha256:\(hex)"), Checksum("sha256:\(hex)"), nil,
            ])
    }

    @Test("Lists and URLs keep their order, and a list is checked like URLs")
    func listOrder() throws {
        let files = ["one": "http://h/1\nhttp://h/2\n", "two": "ws://h/4\n"]
        let words = ["http://h/0", "--input-file", "one", "http://h/3", "--input-file", "two", "http://h/5"]
        let settings = try parse(words, files: files)
        #expect(
            try settings.transfer.everyTarget().map(\.url)
                == ["http://h/0", "http://h/1", "http://h/2", "http://h/3", "ws://h/4", "http://h/5"])
        #expect(parseError(words + ["-r", "0-1"], files: files)?.message == "--range and ws:// exclude each other")
        #expect(parseError(["--input-file", "none"], files: ["none": "# nothing\n"]) != nil)
        #expect(parseError(["--etag-save", "e", "--input-file", "one"], files: files) != nil)
    }

    @Test(
        "A line that can't be used is named",
        arguments: [
            ("http://a/\r\n\r\n  split=5\r\n", "list:3: 'split' is not a list option"),
            ("http://a/\n  dir=d\n  out= \n", "list:3: the file name of 'out=' is empty"),
            ("# c\n\n  out=x\nhttp://a/\n", "list:3: 'out=x' comes before any URL"),
            ("http://a/\n  checksum=sha-256=00", "list:2: 'checksum=sha-256=00' is not a digest"),
            ("http://h/a/x\rhttp://h/b/x\r", "list gives two files the name x, the second in line 2: write"),
        ])
    func linesOfLists(_ list: String, _ text: String) {
        let message = parseError(["--input-file", "list"], files: ["list": list])?.message
        #expect(message?.replacing("option --input-file: ", with: "").hasPrefix(text) == true, "\(message ?? "")")
    }

    @Test(
        "Two files of a list don't get one name, of which the first would be lost",
        arguments: [
            ("http://h/a/x\nhttp://h/b/x\n", [], "x"), ("http://h/a/\nhttp://i/a?q\n", [], "a"),
            ("http://h/a\n out=n\nhttp://h/b\n out=n\n", [], "n"), ("http://h/n\nhttp://h/b\n out=n\n", [], "n"),
            ("http://h/a\n out=n\nhttp://h/b\n out=n\n", ["-OJ"], "n"), ("http://h/a/x\nhttp://h/b/x\n", ["-J"], nil),
            ("http://h/a/x\nhttp://h/b/x\n", ["--no-clobber"], nil), ("http://h/a/x\nhttp://h/a/x\n", [], nil),
            ("http://h/a/x\nhttp://h/b/x\n dir=d\n", [], nil), ("http://h/a\n out=n\nhttp://h/a\n out=m\n", [], nil),
            ("http://h/?a=1\nhttp://h/?a=2\n", [], "curl_response"), ("http://h/.x\nhttp://h/_x\n", [], "_x"),
            ("http://h/a\n dir=d\nhttp://h/b\n out=d/a\n", [], "d/a"), ("http://h/b\n out=./a\nhttp://h/a\n", [], "a"),
            ("http://h/b\n out=d/../a\nhttp://h/c\n out=.//a\n", [], ".//a"),
            ("http://h/a\n dir=d\nhttp://h/b\n out=d/a\n", ["--output-dir", "e"], nil),
            ("http://h/a\n dir=d\nhttp://h/b\n out=a\n", ["--output-dir", "d"], "d/a"),
            ("http://h/a\n dir=d\nhttp://h/b\n out=a\n", ["--output-dir", "d/."], "d/./a"),
            ("http://h/a\n out=/d/a\nhttp://h/b\n out=a\n", ["--output-dir", "/d"], "/d/a"),
            ("http://h/b/n\nhttp://h/b\n out=n\n", ["-OJ"], nil), ("http://h/..\nhttp://h/a/..\n", [], nil),
            ("http://h/b/m\nhttp://h/c/m\nhttp://h/a\n out=n\nhttp://h/b\n out=n\n", ["-OJ"], "n"),
            ("http://h/a\n out=../n\nhttp://h/b\n out=n\n", [], nil),
        ] as [(String, [String], String?)])
    func repeatedNames(_ list: String, _ words: [String], _ name: String?) throws {
        let error = parseError(["--input-file", "list"] + words, files: ["list": list])
        #expect(error?.exitCode == (name == nil ? nil : .failedInitialization))
        if let name { #expect(error?.message?.contains("gives two files the name \(name), the second in") == true) }
    }

    @Test("An option after the list has its say in the names, and one before it too")
    func namesByLaterOptions() {
        let files = ["list": "http://h/a\n dir=d\nhttp://h/b\n out=a\n"]
        let list = ["--input-file", "list"], folder = ["--output-dir", "d"]
        for words in [list + folder, folder + list] { #expect(parseError(words, files: files) != nil) }
        #expect(parseError(list, files: files) == nil)
    }

    @Test(
        "-C NUMBER goes on with a file, and what answers a body isn't its rest",
        arguments: [
            (["-C", "3", "-d", "a=b"], "--data"), (["-C", "3", "-F", "a=b"], "--form"),
            (["-C", "3", "--json", "{}"], "--data"), (["-C", "3", "-G", "-d", "a=b"], nil),
            (["-C", "0", "-d", "a=b"], nil), (["-C", "3", "-X", "POST"], nil), (["-C", "3", "-T", "f"], nil),
        ] as [([String], String?)])
    func continuedBodies(_ words: [String], _ other: String?) {
        let message = other.map { "--continue-at and \($0) exclude each other" }
        #expect(parseError(words + ["-o", "f", "http://h/"])?.message == message)
    }

    @Test(
        "--shard wants a list with a place for its journals, and nothing beside it",
        arguments: [
            (["--shard", "1/2", "--input-file", "list"], nil),
            (["--shard", "1/2", "--input-file", "-", "--journal", "folder"], nil),
            (["--shard", "1/2", "--input-file", "empty"], nil), (["--input-file", "empty"], "no URL"),
            (["--shard", "1/2", "--input-file", "-"], "folder for its journals"), (["--shard", "1/2"], "no URL"),
            (["--shard", "1/2", "http://h/"], "name a list"),
            (["--shard", "1/2", "--input-file", "list", "http://h/"], "put them into the list"),
            (["--shard", "2/2", "--input-file", "list"], "i from 0 to n - 1"),
        ] as [([String], String?)])
    func shard(_ words: [String], _ expected: String?) throws {
        let files = ["list": "http://h/1\n", "-": "http://h/1\n", "empty": "# none\n"]
        if let expected {
            let message = try #require(parseError(words, files: files)?.message)
            #expect(message.contains(expected))
        } else {
            #expect(try parse(words, files: files).shard?.description == "1/2")
        }
    }

    @Test("--per-host and curl's name for it; with more shards than connections there is a warning")
    func perHost() throws {
        let files = ["list": "http://h/1\n"]
        #expect(try parse(["--per-host", "3", "http://h/"]).perHostLimit == 3)
        #expect(try parse(["--parallel-max-host", "4", "http://h/"]).perHostLimit == 4)
        #expect(try parse(["--per-host", "0", "http://h/"]).perHostLimit == nil)
        let words = ["--input-file", "list", "--per-host", "3", "--shard"]
        #expect(try parse(words + ["0/3"], files: files).warnings.isEmpty)
        #expect(try parse(words + ["0/4"], files: files).warnings.count == 1)
    }

    @Test("--background, --head-first")
    func fetchOptions() throws {
        #expect(try parse(["--background", "http://h/"]).runsInBackground)
        #expect(try download(["--head-first"]).asksHeadFirst)
        for (words, count) in [([], 20), (["--retry", "0"], 0), (["--retry", "3"], 3)] {
            var settings = try parse(["--background"] + words + ["http://h/"])
            Background.adapt(&settings)
            #expect(settings.transfer.download.retry.count == count)
        }
        // The letter belongs to cookies, as in curl.
        #expect(try parse(["-b", "x=y", "http://h/"]).runsInBackground == false)
    }

    @Test("A Metalink gives files, URLs by priority, and the strongest digest")
    func metalink() throws {
        let (weak, strong) = (String(repeating: "0b", count: 16), String(repeating: "1a", count: 32))
        let text = """
            <?xml version="1.0"?><metalink xmlns="urn:ietf:params:xml:ns:metalink">
            <file name="../up/a.iso"><hash type="md5">\(weak)</hash><hash type="sha-256">\(strong)</hash>
            <url priority="2">http://two/a</url><url>http://last/a</url><url priority="1"> http://one/a </url>
            <url>ftp://no/a</url></file><file name="b"><url>https://h/b</url></file></metalink>
            """
        let targets = try parse(["--from-metalink", "list"], files: ["list": text]).transfer.targets
        #expect(targets.map(\.url) == ["http://one/a", "https://h/b"])
        #expect(targets.map(\.output) == [.file("a.iso"), .file("b")])
        #expect(targets[0].mirrors == ["http://two/a", "http://last/a"])
        #expect(targets.map(\.checksum) == [Checksum("sha256:\(strong)"), nil])
        for bad in ["", "<a/>", "<metalink/>", "<metalink><file name='x'/></metalink>", "<metalink><file/></metalink>"]
        {
            #expect(parseError(["--from-metalink", "list"], files: ["list": bad]) != nil)
        }
    }

    @Test(
        "A Metalink names no file of another transfer's",
        arguments: ["a.part", "a.sockeye", "a.log", "a.PART", "../a.sockeye"])
    func reservedMetalink(_ name: String) throws {
        let text = "<metalink><file name='\(name)'><url>http://h/a</url></file></metalink>"
        let target = try parse(["--from-metalink", "list"], files: ["list": text]).transfer.targets[0]
        #expect(target.output == .file(name.replacing("../", with: "") + "_"))
    }

    @Test("A progress line fits its width, and its numbers are right", arguments: [40, 60, 80, 120, 200])
    func line(_ width: Int) {
        var counters = TransferCounters()
        (counters.downloaded, counters.downloadTotal) = (500, 1000)
        let line = ProgressLine.text(
            name: "a\u{1B}very-long-name-of-a-file.tar.gz", counters, speed: 100, segments: 4, width: width)
        #expect(line.count < width && line.contains(" 50%") && line.contains("0:00:05") && !line.contains("\u{1B}"))
        counters.downloadTotal = nil
        #expect(ProgressLine.text(name: "x", counters, speed: 0, segments: 0, width: width).count < width)
    }

    @Test("JSON progress is one object per line")
    func json() {
        var counters = TransferCounters()
        counters.downloaded = 5
        let segment = DownloadProgress.Segment(range: 3..<9, position: 3)
        #expect(
            ProgressLine.json(name: "a\"b", counters, speed: 7, segments: [segment], end: .done)
                == "{\"name\":\"a\\\"b\",\"bytes\":5,\"total\":null,\"bytesPerSecond\":7,\"segments\":[[3,9]],"
                + "\"isLast\":true,\"isFailed\":false}\n")
    }

    @Test("The board redraws active lines below finished ones")
    func board() {
        let board = ProgressBoard()
        let (one, two) = (Box(), Box())
        #expect(
            board.update(ObjectIdentifier(one), "1", isLast: false, TerminalSize(rows: nil, columns: 80))
                == "\r1\u{1B}[K\n\u{1B}[J")
        #expect(
            board.update(ObjectIdentifier(two), "2", isLast: false, TerminalSize(rows: nil, columns: 80))
                == "\u{1B}[1A\r1\u{1B}[K\n\r2\u{1B}[K\n\u{1B}[J")
        #expect(
            board.update(ObjectIdentifier(one), "done", isLast: true, TerminalSize(rows: nil, columns: 80))
                == "\u{1B}[2A\rdone\u{1B}[K\n\r2\u{1B}[K\n\u{1B}[J")
    }

    @Test("It never draws more lines than stay below the top of the terminal")
    func fullBoard() {
        let board = ProgressBoard()
        let boxes = (1...5).map { _ in Box() }
        var texts: [String] = []
        for (number, box) in boxes.enumerated() {
            texts.append(
                board.update(ObjectIdentifier(box), "\(number)", isLast: false, TerminalSize(rows: 4, columns: 80)))
        }
        let end = "\u{1B}[K\n"
        #expect(texts[2] == "\u{1B}[2A\r0\(end)\r1\(end)\r2\(end)\u{1B}[J")
        #expect(texts[3] == "\u{1B}[3A\r0\(end)\r1\(end)\r… and 2 more\(end)\u{1B}[J")
        #expect(texts[4] == "\u{1B}[3A\r0\(end)\r1\(end)\r… and 3 more\(end)\u{1B}[J")
        // A finished one scrolls away, and the next one takes its place.
        #expect(
            board.update(ObjectIdentifier(boxes[0]), "done", isLast: true, TerminalSize(rows: 4, columns: 80))
                == "\u{1B}[3A\rdone\(end)\r1\(end)\r2\(end)\r… and 2 more\(end)\u{1B}[J")
    }

    private final class Box {}
}
