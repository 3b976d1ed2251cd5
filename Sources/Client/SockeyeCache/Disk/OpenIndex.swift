#if DiskCache
    internal import CDiskCache

    /// A folder's index: opened on first use, and set aside and replaced if it turns out to be damaged.
    struct OpenIndex {
        private let folder: StoreFolder
        private let warn: @Sendable (String) -> Void
        private var table: EntryTable?
        /// The open file, so that a file that another process has since created is never set aside.
        private var identity: [UInt64]?
        /// Whether SQLite can't be loaded.
        private var isBroken = false
        private var hasComplained = false

        init(_ folder: StoreFolder, warn: @escaping @Sendable (String) -> Void) {
            self.folder = folder
            self.warn = warn
        }

        /// Runs `body` on the open table; `nil` if that fails.
        mutating func run<Value>(_ body: (EntryTable) throws(SQLiteError) -> Value) -> Value? {
            // A second time with a new index, if the first one is damaged.
            for _ in 0..<2 {
                guard let table = open() else { return nil }
                do throws(SQLiteError) {
                    return try body(table)
                } catch {
                    guard error.isDamage else {
                        complain(error)
                        return nil
                    }
                    setAside()
                }
            }
            return nil
        }

        /// Says once that the cache can't be used at the moment: the requests do without, and each tries again.
        private mutating func complain(_ text: String) {
            if !hasComplained { warn(text) }
            hasComplained = true
        }

        private mutating func complain(_ error: SQLiteError) {
            complain("the cache's index \(folder.index) can't be used: \(error)")
        }

        /// The same in a transaction, and afterwards removes the files that it freed. Only then: a process that is killed
        /// between the two leaves a file too many, and never a row without its file.
        mutating func change<Value>(
            _ body: (EntryTable, _ freed: inout [[UInt8]]) throws(SQLiteError) -> Value
        ) -> Value? {
            var freed: [[UInt8]] = []
            let value = run { table throws(SQLiteError) in
                freed = []
                return try table.index.transaction { () throws(SQLiteError) in try body(table, &freed) }
            }
            if value != nil, !freed.isEmpty {
                _ = run { table throws(SQLiteError) in
                    try table.index.transaction { () throws(SQLiteError) in try table.removeUnknown(freed) }
                }
            }
            return value
        }

        mutating func open() -> EntryTable? {
            if let table { return table }
            for _ in 0..<2 where !isBroken {
                switch folder.make() {
                case .ready: break
                case .unusable: return unusable()
                case .foreign:
                    complain("\(folder.path) holds other files, so it is no cache's folder; nothing is cached")
                    return nil
                case .exposed(let reason):
                    let advice = "choose one that only you can write to"
                    complain("the cache's folder \(folder.path) \(reason), so nothing is cached; \(advice)")
                    return nil
                }
                identity = folder.identity
                do throws(SQLiteError) {
                    let opened = EntryTable(try SQLiteIndex(folder.index), folder)
                    guard try opened.prepare() else {
                        let advice = "use that version, or another folder"
                        complain("\(folder.index) was written by a newer version, so nothing is cached; \(advice)")
                        return nil
                    }
                    table = opened
                    return opened
                } catch {
                    if error.code == Int32(SOCKEYE_SQLITE_UNAVAILABLE) {
                        isBroken = true
                        warn("the cache needs libsqlite3, which can't be loaded; nothing is cached")
                        return nil
                    }
                    // Another process has it for longer than the time-out: try again with the next request.
                    guard error.isDamage else {
                        complain(error)
                        return nil
                    }
                    setAside()
                }
            }
            return unusable()
        }

        /// It may be usable later: a full disk, too many open files.
        private mutating func unusable() -> EntryTable? {
            if !isBroken { complain("the cache's folder \(folder.path) can't be used; nothing is cached") }
            return nil
        }

        private mutating func setAside() {
            table = nil
            if let name = folder.setAside(identity) {
                warn("the cache's index was damaged; it is now \(name), and the cache begins anew")
            }
        }
    }
#endif
