import FaultSupport

/// Makes the states that a power cut may leave, from a record.
///
/// What was synced is there. Of the rest, the file system may have written any part: each write whole, in sectors of 512
/// bytes, as zeros (the length got there, the data did not), or not at all, in any order; names change in order, up to any
/// point behind the folder's last sync, or with one change left out.
struct CrashStates {
    let record: DiskRecord
    var random: Random

    init(_ record: DiskRecord, seed: UInt64) {
        self.record = record
        random = Random(state: seed)
    }

    /// One state: after how many operations the power went, what the disk then has, and what was promised.
    struct Crash {
        let position: Int
        /// How the state came about, in words.
        let how: String
        let image: DiskImage
        let marks: Set<Int>
    }

    /// What becomes of a write that was not synced.
    enum Fate: Hashable {
        case done, lost, zeros
        /// Only sectors of 512 bytes for which the bit is set, repeated.
        case torn(UInt64)
    }

    /// Random choices for each position.
    private static let randomChoices = 6

    /// The states after the first `position` operations.
    mutating func crashes(at position: Int) -> [Crash] {
        let past = Array(record.operations[..<position])
        let marks = Set(past.compactMap { if case .mark(let number) = $0 { number } else { nil } })
        let data = past.indices.filter { past[$0].isData }
        let names = past.indices.filter { past[$0].isName }
        let loose = data.filter { !Self.isSynced($0, past) }
        let looseNames = names.filter { index in !past[index...].contains { [.syncFolder, .syncAll].contains($0) } }
        let settledNames = names.filter { !looseNames.contains($0) }

        var nameChoices: [(String, [Int])] = [("all names", names), ("synced names", settledNames)]
        if let middle = looseNames.indices.randomElement(using: &random) {
            nameChoices.append(("some names", settledNames + looseNames[..<middle]))
            if looseNames.count > 1 {
                nameChoices.append(("a name less", names.filter { $0 != looseNames[middle] }))
            }
        }
        var crashes: [Crash] = []
        for (nameWords, chosenNames) in nameChoices {
            for (words, fates) in dataChoices(loose) {
                let image = image(past, data, fates, chosenNames)
                crashes.append(Crash(position: position, how: "\(nameWords), \(words)", image: image, marks: marks))
            }
        }
        return crashes
    }

    /// Whether the data of an operation was synced later.
    private static func isSynced(_ index: Int, _ past: [DiskOperation]) -> Bool {
        guard let file = past[index].file else { return false }
        return past[index...].contains { [.sync(file: file), .syncAll].contains($0) }
    }

    private mutating func dataChoices(_ loose: [Int]) -> [(String, [Int: Fate])] {
        var choices: [(String, [Int: Fate])] = [("all data", [:])]
        guard let last = loose.last else { return choices }
        choices.append(("no data", Dictionary(uniqueKeysWithValues: loose.map { ($0, .lost) })))
        choices.append(("lengths only", Dictionary(uniqueKeysWithValues: loose.map { ($0, .zeros) })))
        choices.append(("the last write torn", [last: .torn(random.next())]))
        if loose.count > 1, let one = loose.dropLast().randomElement(using: &random) {
            choices.append(("one write lost", [one: .lost]))
            choices.append(
                ("only the last write", Dictionary(uniqueKeysWithValues: loose.dropLast().map { ($0, .lost) })))
        }
        for _ in 0..<Self.randomChoices {
            var fates: [Int: Fate] = [:]
            for index in loose {
                switch random.next() % 4 {
                case 0: fates[index] = .lost
                case 1: fates[index] = .zeros
                case 2: fates[index] = .torn(random.next())
                default: break
                }
            }
            choices.append(("a random choice of data", fates))
        }
        return choices
    }

    private func image(
        _ past: [DiskOperation], _ data: [Int], _ fates: [Int: Fate], _ names: [Int]
    ) -> DiskImage {
        var image = record.start
        for index in data { image.apply(past[index], fates[index] ?? .done) }
        for index in names { image.apply(past[index]) }
        return image
    }
}

extension DiskImage {
    fileprivate mutating func apply(_ operation: DiskOperation, _ fate: CrashStates.Fate) {
        switch operation {
        case .write(let file, let offset, let bytes):
            if fate == .lost { return }
            var contents = files[file] ?? []
            let end = offset + bytes.count
            if contents.count < end { contents += [UInt8](repeating: 0, count: end - contents.count) }
            switch fate {
            case .lost, .zeros: break
            case .done: contents.replaceSubrange(offset..<end, with: bytes)
            case .torn(let bits):
                for start in stride(from: 0, to: bytes.count, by: 512) where bits >> UInt64(start / 512 % 64) & 1 == 1 {
                    let stop = min(start + 512, bytes.count)
                    contents.replaceSubrange(offset + start..<offset + stop, with: bytes[start..<stop])
                }
            }
            files[file] = contents
        case .truncate(let file, let length):
            if fate == .lost { return }
            var contents = files[file] ?? []
            if contents.count > length { contents.removeLast(contents.count - length) }
            contents += [UInt8](repeating: 0, count: length - contents.count)
            files[file] = contents
        default: break
        }
    }

    /// Applies a change of names; no-op if a change that it needs was left out.
    fileprivate mutating func apply(_ operation: DiskOperation) {
        switch operation {
        case .create(let file, let name):
            if files[file] == nil { files[file] = [] }
            if let name { names[name] = file }
        case .rename(let old, let new):
            if let file = names.removeValue(forKey: old) { names[new] = file }
        case .link(let file, let name): names[name] = file
        case .unlink(let name): names[name] = nil
        default: break
        }
    }
}

extension DiskOperation {
    fileprivate var isData: Bool {
        switch self {
        case .write, .truncate: true
        default: false
        }
    }

    fileprivate var isName: Bool {
        switch self {
        case .create, .rename, .link, .unlink: true
        default: false
        }
    }

    fileprivate var file: UInt64? {
        switch self {
        case .write(let file, _, _), .truncate(let file, _): file
        default: nil
        }
    }
}

/// Numbers by seed (SplitMix64), so that a run can be repeated.
struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
