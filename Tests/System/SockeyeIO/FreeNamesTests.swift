import Synchronization
import TestSupport
import Testing

@testable import SockeyeIO

/// Which names a batch takes for free without asking for each.
@Suite struct FreeNamesTests {
    /// Folders that aren't the system's, and how often each was read.
    private final class Folders: Sendable {
        let names: [String: [String]]
        private let reads = Mutex<[String: Int]>([:])

        init(_ names: [String: [String]]) { self.names = names }

        func reads(of folder: String) -> Int { reads.withLock { $0[folder] ?? 0 } }

        func read(_ folder: String, _ most: Int, _ take: (String) -> Void) -> Bool {
            reads.withLock { $0[folder, default: 0] += 1 }
            guard let names = names[folder], names.count <= most else { return false }
            for name in names { take(name) }
            return true
        }
    }

    private static let folders = [
        "d": [".", "..", "old", "half.part"], ".": [".", "..", "here"], "/": [".", "..", "tmp"],
    ]

    /// By reference, since `#expect` can't change a value.
    private final class Glance {
        private var value: FreeNames

        init(_ value: FreeNames) { self.value = value }

        convenience init(_ folders: Folders, nameLimit: Int = 100) {
            self.init(FreeNames(nameLimit: nameLimit) { folders.read($0, $1, $2) })
        }

        func isFree(_ path: String) -> Bool { value.isFree(path) }
        func give(_ path: String, without others: [String]) -> Bool { value.give(path, without: others) }
    }

    @Test(arguments: [
        ("d/new", true), ("d/old", false), ("d/half", true), ("d/half.part", false), ("d/..", false), ("new", true),
        ("here", false), ("/new", true), ("/tmp", false), ("missing/new", false), ("d/", false), ("", false),
    ])
    func free(_ path: String, _ isFree: Bool) {
        let freeNames = Glance(Folders(Self.folders))
        #expect(freeNames.isFree(path) == isFree)
        // Asking takes nothing.
        #expect(freeNames.isFree(path) == isFree)
    }

    @Test func givenOnce() {
        let freeNames = Glance(Folders(Self.folders))
        #expect(freeNames.give("d/new", without: ["d/new.part"]))
        // The second one looks for itself: the first may have written by then.
        #expect(!freeNames.give("d/new", without: ["d/new.part"]))
        #expect(!freeNames.isFree("d/new"))
        // A part of it is there.
        #expect(!freeNames.give("d/half", without: ["d/half.part"]))
        #expect(freeNames.give("d/half", without: []))
    }

    @Test func readOnce() {
        let folders = Folders(Self.folders)
        let freeNames = Glance(folders)
        for number in 0..<5 {
            #expect(freeNames.give("d/\(number)", without: ["d/\(number).part"]))
            #expect(!freeNames.isFree("missing/\(number)"))
        }
        #expect(folders.reads(of: "d") == 1)
        #expect(folders.reads(of: "missing") == 1)
    }

    /// Beyond its limit it says nothing, so that each file is looked for.
    @Test func bounded() {
        let folders = Folders(Self.folders)
        let small = Glance(folders, nameLimit: 3)
        #expect(!small.isFree("d/new"))
        let exact = Glance(folders, nameLimit: 6)
        #expect(exact.give("d/1", without: []))
        #expect(exact.give("d/2", without: []))
        #expect(!exact.give("d/3", without: []))
        #expect(!exact.isFree("new"))
        #expect(folders.reads(of: ".") == 0)
    }

    /// The system's folders.
    @Test func system() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", "1")
        let freeNames = Glance(FreeNames())
        #expect(freeNames.isFree(folder.file("new")))
        #expect(!freeNames.isFree(folder.file("old")))
        #expect(!freeNames.isFree("\(folder.file("old"))/x"))
        let bounded = Glance(FreeNames(nameLimit: 2))
        #expect(!bounded.isFree(folder.file("new")))
    }
}
