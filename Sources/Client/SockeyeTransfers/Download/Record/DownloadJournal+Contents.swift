extension DownloadJournal {
    /// The contents of a journal: what is waiting, and 8 bytes for each file that is over.
    ///
    /// By octets: as text, a space and a combining mark after it would be one character, and two spellings of a name one
    /// path.
    struct Contents: Sendable {
        /// A longer line holds no file.
        private static let longestLine = 2 << 20
        /// What a file that is over takes at least: its URL, and its path twice. A guess; shorter ones take more memory.
        private static let shortestEntry: Int64 = 40

        /// In the order in which they were added; `nil` for those that are over by now, or were added again.
        private var added: [Item?] = []
        /// Where in `added` the file of a path is.
        private var places: [[UInt8]: Int] = [:]
        private var over = FileHashes(keepsLengths: false)
        /// A line whose end hasn't come.
        private var cut: [UInt8] = []
        private var isTooLong = false
        /// Whether a line is an entry, and whether one is text of another kind. A crash leaves beginnings of entries, or NULs.
        private var (hasEntries, hasOtherText) = (false, false)

        /// Whether it begins as a later version's does.
        private(set) var isNewer = false

        /// Nothing yet, with room for what a file of this size can hold.
        init(ofAbout bytes: Int64 = 0) { over.reserve(Int(bytes / Self.shortestEntry)) }

        /// The contents of a whole file.
        init(of octets: [UInt8]) {
            self.init()
            take(octets)
            end()
        }

        /// Added and not complete, in order.
        var waiting: [Item] { added.compactMap(\.self) }

        /// How many are complete or abandoned.
        var overCount: Int { over.count }

        /// Whether it is a file of something else. Removing it at the end of the run would lose it.
        var isForeign: Bool { hasOtherText && !hasEntries }

        /// How many bytes its whole lines take.
        private(set) var length: Int64 = 0
        private var taken: Int64 = 0

        /// Whether the last line has its end.
        var endsWithLine: Bool { cut.isEmpty && !isTooLong }

        /// Whether the file is complete or abandoned, and was not added again since.
        func isOver(_ item: Item) -> Bool {
            over.length(of: FileHashes.hash(url: item.url, path: item.path)) != nil
                && (places.isEmpty || places[Array(item.path.utf8)] == nil)
        }

        /// Takes the next piece of the file.
        mutating func take(_ piece: [UInt8]) {
            if let end = piece.lastIndex(of: UInt8(ascii: "\n")) { length = taken + Int64(end) + 1 }
            taken += Int64(piece.count)
            var rest = piece[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                if endsWithLine {
                    enter(rest[..<end])
                } else {
                    if !isTooLong { enter((cut + rest[..<end])[...]) }
                    (cut, isTooLong) = ([], false)
                }
                rest = rest[(end + 1)...]
            }
            if !isTooLong { cut += rest }
            if cut.count > Self.longestLine { (cut, isTooLong) = ([], true) }
        }

        /// The end of the file: what follows the last line end was cut off.
        mutating func end() {
            classify(cut[...])
            over.sort()
        }

        private mutating func classify(_ line: ArraySlice<UInt8>) {
            if line.isEmpty || hasEntries || line.contains(0) { return }
            if line.starts(with: "sockeye-journal ".utf8) { isNewer = true }
            // A URL follows, as far as it was written; its scheme may be in capitals.
            let start = Array("+ http".utf8)
            if line.prefix(start.count).map({ $0 | 0x20 }).elementsEqual(start.prefix(line.count)) {
                hasEntries = true
            } else {
                hasOtherText = true
            }
        }

        private mutating func enter(_ line: ArraySlice<UInt8>) {
            classify(line)
            let blank = UInt8(ascii: " ")
            let parts = line.split(separator: blank, maxSplits: 1)
            guard parts.count == 2, line.count <= Self.longestLine else { return }
            if parts[0].elementsEqual("-".utf8), let item = remove(Array(parts[1])) {
                over.add(FileHashes.hash(url: item.url, path: item.path))
            }
            let words = parts[1].split(separator: blank, maxSplits: 1)
            guard parts[0].elementsEqual("+".utf8), words.count == 2 else { return }
            let path = Array(words[1])
            _ = remove(path)
            places[path] = added.count
            added.append(
                Item(url: String(decoding: words[0], as: UTF8.self), path: String(decoding: words[1], as: UTF8.self)))
        }

        private mutating func remove(_ path: [UInt8]) -> Item? {
            guard let place = places.removeValue(forKey: path) else { return nil }
            let item = added[place]
            added[place] = nil
            if added.count > 1024, added.count > 4 * places.count { compact() }
            return item
        }

        private mutating func compact() {
            var (moved, kept) = ([Int](), 0)
            for item in added {
                moved.append(kept)
                if item != nil { kept += 1 }
            }
            added.removeAll { $0 == nil }
            places = places.mapValues { moved[$0] }
        }
    }
}
