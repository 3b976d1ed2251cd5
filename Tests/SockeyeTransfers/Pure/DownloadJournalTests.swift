import Testing

@testable import SockeyeTransfers

@Suite("The lines of a run's journal")
struct DownloadJournalTests {
    private func contents(_ text: String) -> DownloadJournal.Contents { DownloadJournal.contents(of: Array(text.utf8)) }

    @Test("A waiting and a complete item")
    func items() {
        let found = contents("+ http://a/x x y\n+ http://a/z z\n- x y\n+ http://a/cut")
        #expect(found.waiting == [.init(url: "http://a/z", path: "z")])
        #expect(found.over == [.init(url: "http://a/x", path: "x y")])
    }

    @Test("A name that begins with a combining mark is a name")
    func combiningMark() {
        let item = DownloadJournal.Item(url: "http://a/x", path: "\u{301}e")
        #expect(item.isWritable)
        #expect(contents("+ \(item.url) \(item.path)\n").waiting == [item])
        #expect(contents("+ \(item.url) \(item.path)\n- \(item.path)\n").over == [item])
    }

    @Test("Two spellings of a letter are two files, and a carriage return ends no line")
    func octets() {
        let found = contents("+ http://a/1 \u{E9}\n+ http://a/2 e\u{301}\n- \u{E9}\n+ http://a/3\r\nx y\n")
        #expect(found.waiting.map(\.url) == ["http://a/2"])
        #expect(found.over.map(\.url) == ["http://a/1"])
    }
}
