/// Keeps a fingerprint of every name in the open objects, so that the costly search for equal names runs only if two
/// might be equal.
///
/// Texts usually repeat the same few objects: for each number of members, one list of fingerprints known to differ is
/// kept, and an object with exactly that list needs no pairwise comparison.
final class DuplicateFinder {
    struct Storage {
        // SAFETY: `capacity` numbers of which the first `count` are initialized; this object owns them.
        var base: UnsafeMutablePointer<UInt32>
        var capacity: Int
        var count: Int
        /// For each number of names, a bit that is set if a list is stored.
        var known: UInt32 = 0
    }

    /// With more names than this, the full search always runs: it uses a table.
    static let largestCompared = 16

    // SAFETY: allocated in init, freed in deinit, reachable only through this object.
    private let storage: UnsafeMutablePointer<Storage>
    // SAFETY: room for sixteen numbers for each length up to sixteen; initialized where `known` has the bit set.
    private let lists: UnsafeMutablePointer<UInt32>

    init() {
        // SAFETY: all three are freed in deinit; `grow` replaces `base`.
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage(base: .allocate(capacity: 64), capacity: 64, count: 0))
        lists = .allocate(capacity: (Self.largestCompared + 1) * Self.largestCompared)
    }

    deinit {
        storage.pointee.base.deallocate()
        storage.deallocate()
        lists.deallocate()
    }

    /// An independent finder with the same names.
    func copy() -> DuplicateFinder {
        let copy = DuplicateFinder()
        while copy.storage.pointee.capacity < count { copy.grow() }
        // SAFETY: there is room for `count` numbers, as many as are initialized here.
        copy.storage.pointee.base.update(from: storage.pointee.base, count: count)
        copy.storage.pointee.count = count
        return copy
    }

    /// The number of names in the open objects.
    var count: Int {
        @inline(__always) get { storage.pointee.count }
    }

    @inline(__always)
    func add(_ outline: NameOutline) {
        if storage.pointee.count == storage.pointee.capacity { grow() }
        (storage.pointee.base + storage.pointee.count).initialize(to: UInt32(truncatingIfNeeded: outline.mixed >> 32))
        storage.pointee.count += 1
    }

    @inline(never)
    private func grow() {
        // SAFETY: the numbers move to a buffer twice as large, and the old one is freed exactly once.
        let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: storage.pointee.capacity * 2)
        larger.update(from: storage.pointee.base, count: storage.pointee.count)
        storage.pointee.base.deallocate()
        storage.pointee.base = larger
        storage.pointee.capacity *= 2
    }

    /// Drops the names from `start` on; returns whether two of them may be equal.
    func close(from start: Int) -> Bool {
        let length = storage.pointee.count - start
        guard length > 0 else { return false }
        storage.pointee.count = start
        if length > Self.largestCompared { return true }
        // SAFETY: `length` initialized numbers begin at `start`, and a list has room for as many.
        let names = storage.pointee.base + start
        let list = lists + length * Self.largestCompared
        let bit: UInt32 = 1 << UInt32(truncatingIfNeeded: length)
        if storage.pointee.known & bit != 0 {
            var index = 0
            while index < length, names[index] == list[index] { index += 1 }
            if index == length { return false }
        }
        for index in 1..<length {
            for earlier in 0..<index where names[earlier] == names[index] { return true }
        }
        list.update(from: names, count: length)
        storage.pointee.known |= bit
        return false
    }
}
