import Sockeye
import SockeyeFields
import Testing

@testable import SockeyeCLI

/// Files that people write for options.
struct WrittenFileTests {
    private static let mark = "\u{FEFF}"

    @Test("A byte order mark is no part of the first word")
    func marks() throws {
        let words = ["-K", "conf", "-H", "@heads", "-w", "@format", "--url", "@list", "-F", "a=b;headers=@part"]
        let files = [
            "conf": "\(Self.mark)user-agent = ua\n", "heads": "\(Self.mark)X-A: 1\r\nX-B: 2\r\n",
            "format": "\(Self.mark)done",
            "list": "\(Self.mark)http://h/a\n", "part": "\(Self.mark)X-P: 1\n",
        ]
        let transfer = try parse(words, files: files).transfer
        #expect(transfer.userAgent == "ua" && transfer.headers.map(\.name) == ["X-A", "X-B"])
        #expect(transfer.writeOut == WriteOutFormat("done") && transfer.targets.map(\.url) == ["http://h/a"])
        #expect(transfer.upload.form?.all.flatMap(\.headers) == ["X-P: 1"])
        let comment = try parse(["-K", "c", "u"], files: ["c": "\(Self.mark)# silent\n"])
        #expect(!comment.isSilent)
        #expect(ConditionSettings.tags(in: Array("\(Self.mark)\"a\"\n".utf8)) == Array("\"a\"".utf8))
    }

    /// Parses with these default settings.
    private func parsed(_ words: [String], defaults: String) throws(OptionError) -> Settings {
        try OptionParser.parse(
            words.map { Array($0.utf8) }, on: MemoryMachine(files: ["rc": defaults]), defaultsFile: { "rc" })
    }

    @Test(
        "A line of the default settings that can't be read stops none of the others",
        arguments: [
            ("nonsense = 1", "'nonsense' is unknown"), ("--nonsense=1", "'--nonsense' is unknown"),
            ("libcurl = x", "'libcurl' is an option of curl that sockeye does not support"),
            ("no-nonsense", "'no-nonsense' is unknown"), ("-\u{E9}", "is unknown"), ("nonsense = \"x", "closes"),
            ("ws", "is ambiguous"), ("max-time = soon", "numerical"), ("max-time", "requires parameter"),
            ("insecure-not", "is unknown"), ("no-cacert", "isn't a boolean"), ("config = none", "cannot read none"),
            ("user-agent = \"x", "close"),
        ])
    func defaultSettings(line: String, warning: String) throws {
        let settings = try parsed(["u"], defaults: "\(Self.mark)# mine\n\(line)\nreferer = r\n")
        #expect(settings.transfer.referer == "r" && settings.transfer.targets.map(\.url) == ["u"])
        #expect(settings.warnings.count == 1)
        let text = try #require(settings.warnings.first)
        #expect(text.hasPrefix("rc:2: ") && text.hasSuffix("; the line is skipped"), "\(text)")
        if warning != "closes" { #expect(text.contains(warning), "\(text)") }
        #expect(parseError(["-K", "rc", "u"], files: ["rc": line])?.exitCode == .readError)
    }

    @Test(
        "A line about trust or credentials is not skipped",
        arguments: [
            "user = \"a:b", "-u", "cacert", "--pinnedpubkey = \"sha256//x", "tlsv1.9 = x",
            "insecure = false",
            "proxy-user = \"a:b",
        ])
    func trust(line: String) throws {
        let isKnown = line != "tlsv1.9 = x"
        do throws(OptionError) {
            let settings = try parsed(["u"], defaults: line)
            #expect(!isKnown && settings.warnings.count == 1)
        } catch {
            #expect(isKnown && error.exitCode == .readError)
        }
    }

    @Test("A file may begin with next, as curl's may", arguments: ["next", "--next", "-:", "next\nnext"])
    func leadingNext(line: String) throws {
        #expect(try parsed(["u"], defaults: "\(line)\nreferer = r").transfer.referer == "r")
        let settings = try parse(["-K", "f"], files: ["f": "\(line)\nurl = a\nnext\nurl = b"])
        #expect(settings.operations.count == 2)
        #expect(parseError(["--next", "u"])?.exitCode == .failedInitialization)
    }
}
