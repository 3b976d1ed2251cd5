import Testing

@testable import SockeyeCLI

struct NearestNameTests {
    @Test(
        "The name is one or two slips away",
        arguments: [
            ("outpt", "output"), ("segmnts", "segments"), ("outptu", "output"), ("utput", "output"),
            ("ouputt", "output"),
            ("oo", nil), ("ur", "url"), ("rul", "url"), ("ul", "url"), ("lru", nil), ("nonsense", nil), ("", nil),
            // As near to one as to the other: the first in the alphabet.
            ("url1", "url"), ("rety", "retry"),
        ] as [(String, String?)])
    func nearest(_ word: String, _ name: String?) {
        #expect(NearestName.of(word, among: ["url", "segments", "output", "retry", "user"]) == name)
    }

    @Test(
        "An unknown option names the nearest one, an abbreviation what it may stand for",
        arguments: [
            ("--outpt", "is unknown: is --output meant?"), ("--no-silnt", "is unknown: is --no-silent meant?"),
            ("--outptu=secret", "is unknown: is --output meant?"), ("--expand-dta", "is unknown: is --data meant?"),
            ("--nonsense", "is unknown"), ("--no-outptu", "is unknown"),
            (
                "--ret",
                "is ambiguous: --retry, --retry-all-errors, --retry-connrefused, --retry-delay, --retry-max-time"
            ),
            ("--seg-", "is unknown"), ("--ws", "is ambiguous: --ws-binary, --ws-linger, --ws-ping, --ws-protocol"),
        ])
    func options(_ option: String, _ text: String) {
        let name = option.prefix { $0 != "=" }
        #expect(parseError([option, "x", "http://a/"])?.message == "option \(name): \(text)")
    }

    @Test("Of many names, the first five are listed")
    func ambiguous() {
        #expect(parseError(["--s", "http://a/"])?.message?.contains("--show-error or ") == true)
    }

    @Test("A word after --digest that is nearly an algorithm is no host's name")
    func digest() throws {
        let settings = try parse(["--digest", "sha265"]).transfer
        #expect(settings.guess(about: "sha265", on: MemoryMachine()) == "is --digest sha256 meant?")
        #expect(settings.guess(about: "example", on: MemoryMachine()) == nil)
        #expect(try parse(["sha265"]).transfer.guess(about: "sha265", on: MemoryMachine()) == nil)
    }
}
