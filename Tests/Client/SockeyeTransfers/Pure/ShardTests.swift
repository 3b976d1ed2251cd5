import SockeyeTransfers
import Testing

@Suite("Which shard a file of a list belongs to")
struct ShardTests {
    /// Computed by another program (docs/Clusters.md has it): a change here would fetch files twice.
    @Test(
        "The owner is the same on every machine and in every version",
        arguments: [
            ("a.iso", [0, 0, 0, 6, 334]), ("b.iso", [0, 0, 0, 5, 710]), ("folder/c", [0, 0, 0, 0, 857]),
            ("", [0, 0, 0, 5, 373]), ("第一课.mp4", [0, 0, 2, 2, 572]),
        ])
    func owners(_ name: String, _ expected: [Int]) {
        for (count, owner) in zip([1, 2, 3, 8, 1000], expected) {
            #expect(Shard.owner(of: name.utf8, among: count) == owner)
        }
    }

    @Test("Each file has exactly one owner, and the parts are about equal", arguments: [1, 2, 3, 7, 8, 64])
    func partition(_ count: Int) throws {
        var sizes = [Int](repeating: 0, count: count)
        let names = (0..<2_000).map { "folder/file-\($0).bin" }
        for name in names {
            let owners = (0..<count).filter { Shard($0, of: count)?.owns(name.utf8) == true }
            #expect(owners == [Shard.owner(of: name.utf8, among: count)])
            for owner in owners { sizes[owner] += 1 }
        }
        let mean = names.count / count
        #expect(sizes.allSatisfy { $0 > mean / 3 && $0 < mean * 3 })
    }

    @Test("With one shard more, files only move to the new one, about 1 in n + 1")
    func growth() {
        let names = (0..<3_000).map { "f\($0)" }
        var moved = 0
        for name in names {
            let (before, after) = (Shard.owner(of: name.utf8, among: 9), Shard.owner(of: name.utf8, among: 10))
            if before != after {
                moved += 1
                #expect(after == 9)
            }
        }
        #expect((200...400).contains(moved))
    }

    @Test(
        "The argument of --shard",
        arguments: [
            ("0/1", 0, 1), ("7/8", 7, 8), ("9999/10000", 9999, 10_000), ("8/8", nil, nil), ("-1/8", nil, nil),
            ("1", nil, nil), ("1/2/3", nil, nil), ("/", nil, nil), ("a/b", nil, nil), ("+1/8", nil, nil),
            ("0/0", nil, nil),
            ("0/10001", nil, nil), ("0/99999999999999999999", nil, nil), ("", nil, nil), ("１/8", nil, nil),
        ] as [(String, Int?, Int?)])
    func argument(_ text: String, _ index: Int?, _ count: Int?) {
        let shard = Shard(text)
        #expect(shard?.index == index && shard?.count == count)
    }

    @Test(
        "What a line writes is what it is hashed by",
        arguments: [
            ("http://h/a/b.iso?x#y", nil, nil, "b.iso"), ("http://h/a/b/", nil, nil, "b"), ("http://h/", nil, nil, ""),
            ("http://h", nil, nil, ""), ("h/x", nil, nil, "x"), ("http://h/x", "./y", nil, "y"),
            ("http://h/x", "y", "a//./b/", "a/b/y"), ("http://h/x", nil, "/a", "/a/x"),
            ("http://h/x", "/y", "a", "/y"), (":", nil, nil, ""), ("http:", nil, nil, ""),
        ] as [(String, String?, String?, String)])
    func names(_ url: String, _ output: String?, _ folder: String?, _ expected: String) {
        #expect(Shard.fileName(url: url, output: output, folder: folder) == Array(expected.utf8))
    }

    @Test(
        "A limit is divided, with at least one for each",
        arguments: [(8, 8, [1, 1, 1, 1, 1, 1, 1, 1]), (7, 3, [3, 2, 2]), (2, 4, [1, 1, 1, 1]), (5, 1, [5])])
    func shares(_ limit: Int, _ count: Int, _ expected: [Int]) throws {
        let shares = (0..<count).compactMap { Shard($0, of: count)?.share(of: limit) }
        #expect(shares == expected)
        let first = try #require(Shard(0, of: count))
        #expect(first.exceeds(limit) == (shares.reduce(0, +) > limit))
    }

    @Test(
        "What the schedulers set",
        arguments: [
            (["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "0"], "3/8"),
            (["SLURM_ARRAY_TASK_ID": "8", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "1"], "7/8"),
            (
                [
                    "SLURM_ARRAY_TASK_ID": "14", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "10",
                    "SLURM_ARRAY_TASK_STEP": "2",
                ], "2/3"
            ),
            (["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8"], "3/8"),
            (["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "4"], "0/4"),
            (["AWS_BATCH_JOB_ARRAY_INDEX": "9", "AWS_BATCH_JOB_ARRAY_SIZE": "10"], "9/10"),
        ])
    func scheduled(_ variables: [String: String], _ expected: String) throws {
        #expect(try Shard.scheduled { variables[$0] }.description == expected)
    }

    @Test(
        "What of theirs is refused",
        arguments: [
            ([:], .noScheduler),
            (["SLURM_ARRAY_TASK_ID": "1"], .missing("SLURM_ARRAY_TASK_COUNT", beside: "SLURM_ARRAY_TASK_ID")),
            (["JOB_COMPLETION_INDEX": "1"], .missing("JOB_COMPLETIONS", beside: "JOB_COMPLETION_INDEX")),
            (
                ["JOB_COMPLETION_INDEX": "4", "JOB_COMPLETIONS": "4"],
                .malformed("JOB_COMPLETION_INDEX", value: "4")
            ),
            (["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "0"], .malformed("JOB_COMPLETIONS", value: "0")),
            (["JOB_COMPLETION_INDEX": "", "JOB_COMPLETIONS": "4"], .malformed("JOB_COMPLETION_INDEX", value: "")),
            (
                [
                    "SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1",
                    "SLURM_ARRAY_TASK_STEP": "1",
                ], .uneven(id: 7)
            ),
            (
                ["SLURM_ARRAY_TASK_ID": "8", "SLURM_ARRAY_TASK_COUNT": "8"],
                .missing("SLURM_ARRAY_TASK_MIN", beside: "SLURM_ARRAY_TASK_ID")
            ),
            (
                ["SLURM_ARRAY_TASK_ID": "14", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "10"],
                .missing("SLURM_ARRAY_TASK_STEP", beside: "SLURM_ARRAY_TASK_ID")
            ),
            (
                ["SLURM_ARRAY_TASK_ID": "0", "JOB_COMPLETION_INDEX": "0"],
                .ambiguous("SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX")
            ),
        ] as [([String: String], ShardError)])
    func refused(_ variables: [String: String], _ expected: ShardError) {
        #expect(throws: expected) { try Shard.scheduled { variables[$0] } }
        #expect(!expected.description.isEmpty)
    }
}

@Suite("What the journals of a list say")
struct ListLedgerTests {
    @Test(
        "Records are read as they are written; other lines are none",
        arguments: [
            ("done 00000000000000ff 12", .done(file: 255, bytes: 12)),
            ("fail ffffffffffffffff 22 http://h/a b", .failed(file: .max, code: 22)),
            ("fail 00000000000000ff 22", .failed(file: 255, code: 22)), ("done 00000000000000ff", nil), ("", nil),
            ("done 00000000000000ff -1", nil), ("done 00000000000000ff 1 2", nil), ("done ff 1", nil),
            ("done 00000000000000gg 1", nil), ("fail 00000000000000ff 99999999999 x", nil), ("\u{0}", nil),
        ] as [(String, ListRecord?)])
    func records(_ line: String, _ expected: ListRecord?) {
        #expect(ListRecord(line: Array(line.utf8)) == expected)
        if let expected {
            let written = expected.line(url: "http://me:secret@h/\u{7}x")
            #expect(written.last == 10 && ListRecord(line: written.dropLast()) == expected)
            #expect(!String(decoding: written, as: UTF8.self).contains("secret"))
        }
    }

    @Test("A file's hash is the same everywhere")
    func hash() {
        #expect(ListRecord.hash(url: "http://h/a", path: "a") == 0x43b4_9dbd_6365_9302)
        #expect(ListRecord.hash(url: "http://h/", path: "aa") != ListRecord.hash(url: "http://h/a", path: "a"))
    }

    @Test("What a file became last counts, and sums are over lines")
    func sums() {
        var ledger = ListLedger()
        ledger.reserve(4)
        for number in (0..<500).reversed() { ledger.add(.done(file: UInt64(number) &* 7919, bytes: Int64(number))) }
        ledger.add(.failed(file: 7919, code: 22))
        ledger.add(.failed(file: 1, code: 28))
        ledger.add(.failed(file: 2 * 7919, code: 22))
        ledger.add(.done(file: 2 * 7919, bytes: 2))
        ledger.sort()
        for number in 2..<500 {
            #expect(ledger.state(of: UInt64(number) &* 7919) == .done(bytes: Int64(number)))
        }
        #expect(ledger.state(of: 7919) == .failed(code: 22) && ledger.state(of: 3) == .waiting)
        var sum = ListSum()
        for file in [0, 7919, 2 * 7919, 1, 3, 3] as [UInt64] { sum.add(ledger.state(of: file)) }
        #expect(sum.done == 2 && sum.bytes == 2 && sum.failed == [22: 1, 28: 1] && sum.waiting == 2 && sum.total == 6)
        sum.add(.done(bytes: .max))
        #expect(sum.bytes == .max)
    }
}

@Suite("A shard's lease")
struct LeaseTests {
    private static let holder = Lease.Holder(host: "node 1", process: 12, started: 34, world: "w:1")

    @Test("It is read as it is written, and each text is as long as the last one", arguments: [false, true])
    func text(_ dividesByURL: Bool) {
        var lease = Lease(Self.holder)
        lease.dividesByURL = dividesByURL
        #expect(Lease(lease.text) == lease)
        let length = lease.text.utf8.count
        (lease.renewals, lease.isReleased) = (12_345, true)
        #expect(Lease(lease.text) == lease && lease.text.utf8.count == length)
        for end in 0..<lease.text.utf8.count - 5 { #expect(Lease(String(lease.text.prefix(end))) == nil) }
        #expect(Lease("") == nil && Lease("host x\nprocess -1\n") == nil)
    }

    @Test(
        "Who may take the shard",
        arguments: [
            (true, true, 0, true, false, .free), (true, false, 0, true, false, .held),
            (true, false, 0, false, false, .free),
            (true, false, 0, nil, false, .wait(seconds: 60)), (true, false, 59, nil, false, .wait(seconds: 1)),
            (true, false, 60, nil, false, .free), (true, false, 60, nil, true, .held),
            (true, false, 90, true, false, .held),
            (false, false, 10, nil, false, .wait(seconds: 50)), (false, false, 60, nil, false, .free),
            (true, false, -5, nil, false, .wait(seconds: 65)),
        ] as [(Bool, Bool, Int, Bool?, Bool, Lease.Verdict)])
    func verdict(
        _ isReadable: Bool, _ isReleased: Bool, _ age: Int, _ isAlive: Bool?, _ hasChanged: Bool,
        _ expected: Lease.Verdict
    ) {
        var lease = Lease(Self.holder)
        lease.isReleased = isReleased
        #expect(
            Lease.verdict(isReadable ? lease : nil, age: age, isAlive: isAlive, hasChanged: hasChanged) == expected)
    }
}
