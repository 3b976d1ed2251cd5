import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("The lines of a run's journal")
struct DownloadJournalTests {
    private func contents(_ text: String) -> DownloadJournal.Contents { DownloadJournal.Contents(of: Array(text.utf8)) }

    @Test("A waiting and a complete item")
    func items() {
        let found = contents("+ http://a/x x y\n+ http://a/z z\n- x y\n+ http://a/cut")
        #expect(found.waiting == [.init(url: "http://a/z", path: "z")])
        #expect(found.overCount == 1 && found.isOver(.init(url: "http://a/x", path: "x y")))
        #expect(!found.isOver(.init(url: "http://a/z", path: "z")) && !found.endsWithLine)
    }

    @Test("A journal that comes in pieces holds the same", arguments: [1, 2, 7, 64])
    func pieces(_ length: Int) {
        let lines = (0..<3_000).map { "+ http://a/\($0) f\($0)\n" + ($0 % 100 == 7 ? "" : "- f\($0)\n") }
        let text = lines.joined() + "- f7"
        let octets = Array(text.utf8)
        var found = DownloadJournal.Contents()
        for start in stride(from: 0, to: octets.count, by: length) {
            found.take(Array(octets[start..<min(octets.count, start + length)]))
        }
        found.end()
        #expect(found.waiting.map(\.path) == stride(from: 7, to: 3_000, by: 100).map { "f\($0)" })
        #expect(found.overCount == 2_970)
        for number in 0..<3_000 {
            #expect(found.isOver(.init(url: "http://a/\(number)", path: "f\(number)")) == (number % 100 != 7))
        }
    }

    @Test(
        "A line that a crash cut off is of no file, in the next run and in those after it",
        arguments: ["- f", "+ http://a/fi f", "- file", "\0\0", "+ http://a/" + String(repeating: "x", count: 3 << 20)])
    func cut(_ rest: String) throws {
        let folder = try TemporaryFolder()
        let lines = "+ http://a/f f\n+ http://a/file file2\n"
        try folder.write("journal", lines + rest)
        for _ in 0..<3 {
            let journal = try DownloadJournal(folder.file("journal"))
            #expect(journal.found.waiting.map(\.path) == ["f", "file2"] && journal.found.overCount == 0)
        }
        try DownloadJournal(folder.file("journal")).end(.init(url: "http://a/f", path: "f"))
        #expect(try folder.read("journal") == Array((lines + "- f\n").utf8))
    }

    @Test("A file that was added again is no longer over; one whose name two URLs have is over for both")
    func again() {
        let (one, two) = (
            DownloadJournal.Item(url: "http://a/1", path: "x"), DownloadJournal.Item(url: "http://a/2", path: "x")
        )
        let first = "+ http://a/1 x\n- x\n+ http://a/2 x\n"
        let waiting = contents(first)
        #expect(waiting.waiting == [two] && !waiting.isOver(one) && !waiting.isOver(two))
        let over = contents(first + "- x\n")
        #expect(over.waiting.isEmpty && over.isOver(one) && over.isOver(two))
    }

    @Test("A line that is too long is skipped")
    func tooLong() {
        let found = contents("+ http://a/1 " + String(repeating: "x", count: 3 << 20) + "\n+ http://a/2 y\n")
        #expect(found.waiting.map(\.path) == ["y"])
    }

    @Test("A name that begins with a combining mark is a name")
    func combiningMark() {
        let item = DownloadJournal.Item(url: "http://a/x", path: "\u{301}e")
        #expect(item.isWritable)
        #expect(contents("+ \(item.url) \(item.path)\n").waiting == [item])
        #expect(contents("+ \(item.url) \(item.path)\n- \(item.path)\n").isOver(item))
    }

    @Test("Two spellings of a letter are two files, and a carriage return ends no line")
    func octets() {
        let found = contents("+ http://a/1 \u{E9}\n+ http://a/2 e\u{301}\n- \u{E9}\n+ http://a/3\r\nx y\n")
        #expect(found.waiting.map(\.url) == ["http://a/2"])
        #expect(found.overCount == 1 && found.isOver(.init(url: "http://a/1", path: "\u{E9}")))
    }
}
