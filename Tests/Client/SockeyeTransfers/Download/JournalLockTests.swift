import Glibc
import SockeyeIO
import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("Runs that end while others begin", .timeLimit(.minutes(1)))
struct JournalLockTests {
    @Test("Whoever has the journal has the file of its name, not one that was removed meanwhile")
    func removedMeanwhile() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("journal")
        let opened = await withTaskGroup(of: Int.self) { group in
            for number in 0..<2 {
                group.addTask {
                    var opened = 0
                    for round in 0..<200 {
                        // The two try in turn, which is the subject.
                        await Task.yield()
                        guard let journal = try? DownloadJournal(path) else { continue }
                        let item = DownloadJournal.Item(url: "http://a/\(number)", path: "\(round)")
                        do {
                            try journal.add(item, isDurable: false)
                            #expect(try folder.read("journal") == Array("+ \(item.url) \(item.path)\n".utf8))
                        } catch {
                            Issue.record("\(error)")
                        }
                        // As a run that is complete does, before it gives the lock back.
                        #expect(unlink(path) == 0)
                        opened += 1
                    }
                    return opened
                }
            }
            return await group.reduce(0, +)
        }
        #expect(opened > 0)
    }

    @Test("A file keeps its name until it is removed or replaced")
    func names() throws {
        let folder = try TemporaryFolder()
        try folder.write("a", "1")
        let facts = try #require(try FileFacts(of: folder.file("a")))
        #expect(try facts.isStill(at: folder.file("a")))
        #expect(rename(folder.file("a"), folder.file("b")) == 0)
        #expect(try !facts.isStill(at: folder.file("a")) && facts.isStill(at: folder.file("b")))
        try folder.write("a", "2")
        #expect(try !facts.isStill(at: folder.file("a")))
        // What a link leads to has another name.
        #expect(unlink(folder.file("a")) == 0 && symlink("b", folder.file("a")) == 0)
        #expect(try !facts.isStill(at: folder.file("a")))
    }
}
