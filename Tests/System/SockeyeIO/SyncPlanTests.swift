import Testing

@testable import SockeyeIO

@Suite("One sync for many files, or one for each")
struct SyncPlanTests {
    @Test(
        "Once for many short files, unless other programs have much to write",
        arguments: [
            (7, 70_000, 0, false), (8, 80_000, 0, true), (2000, 20_000_000, 20_000_000, true),
            (8, 80_000, 64 << 20, true), (8, 80_000, 64 << 20 + 80_001, false), (8, 64 << 20, 128 << 20, true),
            (8, 64 << 20 + 1, 0, false), (100, 1 << 40, 1 << 40, false),
        ] as [(Int, Int64, Int64, Bool)])
    func choice(_ files: Int, _ bytes: Int64, _ unwritten: Int64, _ isOnce: Bool) {
        #expect(SyncPlan.waitsOnce(files: files, bytes: bytes, unwritten: unwritten) == isOnce)
    }

    @Test("Each by itself where nobody knows what there is to write")
    func unknown() {
        #expect(!SyncPlan.waitsOnce(files: 2000, bytes: 1, unwritten: nil))
    }

    @Test(
        "What /proc/meminfo says",
        arguments: [
            ("MemTotal: 24 kB\nDirty:             152 kB\nWriteback:         4 kB\nWritebackTmp:   9 kB\n", 156 * 1024),
            ("Dirty: 1 kB", 1024), ("", nil), ("Dirty: x kB\n", nil), ("Dirty: -1 kB\n", nil), ("Dirty:\n", nil),
            ("Dirty: 9223372036854775807 kB\nWriteback: 9223372036854775807 kB\n", nil),
        ] as [(String, Int64?)])
    func facts(_ text: String, _ bytes: Int64?) {
        #expect(SyncPlan.unwrittenBytes(in: Array(text.utf8)) == bytes)
    }
}
