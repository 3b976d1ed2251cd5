/// Remembers a fingerprint of every name in the objects that are open, so that the costly search for equal names is
/// made only where two might be equal. (Comparing all names of all objects was 14 % of building values.)
///
/// A text mostly repeats the same few objects: a list of fingerprints that were found to differ is kept for each number
/// of members, and an object with that very list needs no comparison of each with each.
final class DuplicateFinder {
    struct Storage {
        // SAFETY: `capacity` numbers of which the first `count` are initialised; the finder owns them.
        var base: UnsafeMutablePointer<UInt32>
        var capacity: Int
        var count: Int
        /// The bit of each number of names for which a list is known.
        var known: UInt32 = 0
    }

    /// Beyond this many names the search is always made: it then goes by a table.
    static let largestCompared = 16

    // SAFETY: allocated in init, freed in deinit, reachable only through this object.
    private let storage: UnsafeMutablePointer<Storage>
    // SAFETY: a list of up to sixteen numbers for each count up to sixteen; initialised where `known` says so.
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

    /// How many names there are in the objects that are open.
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
        // SAFETY: the numbers move to a place twice as large; the old one is freed once.
        let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: storage.pointee.capacity * 2)
        larger.update(from: storage.pointee.base, count: storage.pointee.count)
        storage.pointee.base.deallocate()
        storage.pointee.base = larger
        storage.pointee.capacity *= 2
    }

    func removeLast() { storage.pointee.count = max(0, storage.pointee.count - 1) }

    /// Forgets the names from `start` on; says whether two of them may be equal.
    func close(from start: Int) -> Bool {
        let length = storage.pointee.count - start
        guard length > 0 else { return false }
        storage.pointee.count = start
        if length > Self.largestCompared { return true }
        // SAFETY: `length` initialised numbers stand at `start`; a list has room for as many.
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
