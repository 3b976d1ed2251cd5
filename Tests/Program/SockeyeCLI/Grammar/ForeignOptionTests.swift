import Sockeye
import SockeyeIO
import Testing

@testable import SockeyeCLI

struct ForeignOptionTests {
    @Test("Each is refused with what does the same here", arguments: ForeignOption.all.map(\.name))
    func hints(_ name: String) throws {
        let option = try #require(ForeignOption.named(name))
        #expect(!OptionTable.standard.rows.contains { $0.long == name } && !CurlOptions.contains(name))
        for words in [["--\(name)"], ["--\(name)", "http://a/"], ["--\(name)=secret", "http://a/"]] {
            let error = parseError(words)
            #expect(error?.exitCode == .failedInitialization, "\(words)")
            let message = error?.message ?? ""
            #expect(message.hasPrefix("option --\(name): ") && message.hasSuffix(option.advice), "\(message)")
            #expect(!message.contains("secret") && message.contains("\(option.program.rawValue)'s"))
        }
        try Self.checkOptions(of: option.advice)
    }

    @Test(
        "The words of some",
        arguments: [
            ("--output-document", "option --output-document: is wget's: write -o FILE"),
            ("--no-check-certificate", "option --no-check-certificate: is wget's: write -k"),
            ("--tries=3", "option --tries: is wget's: write --retry N (the first try doesn't count)"),
            ("--no-proxy", "used '--no-' for option that isn't a boolean; if wget's is meant, write --noproxy '*'"),
            ("--continue", "requires parameter; if wget's is meant, write -C -"),
            ("--out", "is ambiguous: --output, --output-dir; if aria2's is meant, write -o FILE"),
            ("--Split", "option --Split: is aria2's: write --segments N"),
            ("--follow-location", "option --follow-location: is libcurl's: write -L"),
            ("--follow-locaton", "is unknown: is libcurl's --follow-location meant? Here write -L"),
            ("--max-conection-per-server=2", "is aria2's --max-connection-per-server meant? Here write --segments N"),
            ("--no-check-certifcate", "is wget's --no-check-certificate meant? Here write -k"),
            ("--no-prog", "option --no-prog: is unknown"),
            ("--outpt", "option --outpt: is unknown: is --output meant?"),
            ("--nonsense", "option --nonsense: is unknown"),
        ])
    func words(_ word: String, _ text: String) {
        let message = parseError([word])?.message ?? ""
        #expect(message == text || message.hasSuffix(text) || message.hasPrefix(text), "\(message)")
    }

    @Test(
        "A word that is no host may be HTTPie's",
        arguments: [
            ("GET", "A GET needs none"), ("POST", "-X POST"), ("DELETE", "-X DELETE"), ("name=value", "-d NAME=VALUE"),
            ("get", nil), ("example", nil), ("host/?a=b", nil), ("GETS", nil),
        ] as [(String, String?)])
    func guesses(_ word: String, _ part: String?) throws {
        let guess = try parse([word]).transfer.guess(about: word, on: MemoryMachine())
        #expect(part.map { guess?.contains($0) == true } ?? (guess == nil), "\(guess ?? "nil")")
    }

    @Test(
        "A digest is written as we do or as aria2 does",
        arguments: ["sha256:", "sha-256=", "sha-256:", "sha256="].map { $0 + String(repeating: "a", count: 64) })
    func checksum(_ text: String) throws {
        let settings = try parse(["--checksum", text, "-O", "http://a/b"])
        let expected = try #require(Checksum("sha256:" + String(repeating: "a", count: 64)))
        #expect(settings.transfer.download.checksum == .value(expected))
    }

    @Test("No other digest", arguments: ["sha-256=", "=aa", "sha-999=aa", "a=b=c"])
    func noChecksum(_ text: String) { #expect(parseError(["--checksum", text, "-O", "http://a/b"]) != nil) }

    /// docs/Terminal.md has a table for each program: every row of ours, and in each line only options that exist.
    @Test(arguments: [ForeignOption.Program.wget, .aria2, .httpie])
    func page(_ program: ForeignOption.Program) throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(5).joined(separator: "/")
        let page = String(decoding: try SmallFile.read(root + "/docs/Terminal.md"), as: UTF8.self)
        let start = try #require(page.firstRange(of: "| \(program.rawValue) | sockeye |\n|---|---|\n"))
        let lines = page[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false).prefix {
            $0.hasPrefix("|")
        }
        let missing = ForeignOption.all.filter { $0.program == program }.map(Self.row).filter { row in
            !lines.contains { $0 == row }
        }
        #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
        for line in lines {
            let cells = line.split(separator: "|")
            #expect(cells.count == 2, "\(line)")
            try Self.checkOptions(of: String(cells.last ?? ""))
        }
    }

    private static func row(_ option: ForeignOption) -> String {
        let argument = option.argument.map { " \($0)" } ?? ""
        let names = (option.letter.map { ["`\($0)\(argument)`"] } ?? []) + ["`--\(option.name)\(argument)`"]
        let here = [option.here.map { "`\($0)`" }, option.note].compactMap(\.self).joined(separator: ": ")
        return "| \(names.joined(separator: ", ")) | \(here) |"
    }

    /// Each word that looks like an option is one.
    private static func checkOptions(of text: String) throws {
        for word in text.split(whereSeparator: { " `;,()".contains($0) }) where word.hasPrefix("-") && word.count > 1 {
            if word.hasPrefix("--") {
                let name = word.dropFirst(2).prefix { $0 != "=" }
                let base = name.hasPrefix("no-") ? name.dropFirst(3) : name
                #expect(OptionTable.standard.rows.contains { $0.long == base }, "\(word)")
            } else {
                for letter in word.dropFirst() { _ = try OptionTable.standard.row(short: letter) }
            }
        }
    }
}
