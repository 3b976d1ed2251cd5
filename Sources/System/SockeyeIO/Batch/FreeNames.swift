internal import CSystemShims

/// The names that were free in each folder of a batch when its first file reached the folder.
///
/// Looking for three names of each small file, in a folder that another thread adds to, would slow down a list. What
/// others do there later isn't seen, so it decides only what is safe either way: a name that is taken after all is
/// found when a file is linked to it.
struct FreeNames {
    /// Passes each name in a folder to `take`. False if there are more than `most`, or the folder isn't writable.
    typealias Reader = (_ folder: String, _ most: Int, _ take: @escaping (String) -> Void) -> Bool

    /// The most names in all folders together, beyond which no name is known to be free: 2 MB of hashes.
    static let nameLimit = 1 << 17

    private let read: Reader
    private let nameLimit: Int
    /// The hashes of the names in each folder, and of those given since; `nil` for an unknown folder.
    private var folders: [String: Set<Int>?] = [:]
    private var count = 0

    init(nameLimit: Int = FreeNames.nameLimit, read: @escaping Reader = FreeNames.names) {
        (self.nameLimit, self.read) = (nameLimit, read)
    }

    /// Whether the name was free; false if unknown.
    mutating func isFree(_ path: String) -> Bool {
        guard let name = Self.name(of: path) else { return false }
        return names(in: FileNames.folder(of: path))?.contains(name) == false
    }

    /// Whether all these names were free; true only once for the same first name.
    mutating func give(_ path: String, without others: [String]) -> Bool {
        guard count < nameLimit, isFree(path), let name = Self.name(of: path) else { return false }
        for other in others where !isFree(other) { return false }
        // In place: nothing else refers to the set, which would be copied for each file of a list.
        folders[FileNames.folder(of: path)]??.insert(name)
        count += 1
        return true
    }

    private mutating func names(in folder: String) -> Set<Int>? {
        if let known = folders[folder] { return known }
        // A list may name any number of folders.
        guard count < nameLimit else { return nil }
        var names: Set<Int> = []
        let isWhole = read(folder, nameLimit - count) { names.insert($0.hashValue) }
        count += isWhole ? names.count : 1
        folders[folder] = .some(isWhole ? names : nil)
        return isWhole ? names : nil
    }

    private static func name(of path: String) -> Int? {
        let name = FileNames.lastComponent(of: path)
        return name.isEmpty ? nil : name.hashValue
    }

    private static func names(in folder: String, most: Int, _ take: @escaping (String) -> Void) -> Bool {
        final class Taker {
            let take: (String) -> Void
            init(_ take: @escaping (String) -> Void) { self.take = take }
        }
        let taker = Taker(take)
        let count = sockeye_folder_names(
            folder, Int32(clamping: most),
            { context, name in
                guard let context, let name else { return }
                // SAFETY: `context` is the object below, which is kept alive during the call; the name is copied.
                Unmanaged<Taker>.fromOpaque(context).takeUnretainedValue().take(String(cString: name))
            }, Unmanaged.passUnretained(taker).toOpaque())
        return withExtendedLifetime(taker) { count >= 0 && sockeye_may_write(folder) == 0 }
    }
}
