#if DiskCache
    internal import CDiskCache
    internal import Synchronization

    /// Keeps responses on disk: an index in SQLite, and bodies above 16 KiB as files beside it, named by their digest.
    ///
    /// Several processes may use one folder at once. A process that is killed leaves what was stored before, and nothing of
    /// what wasn't complete. What is read is checked against digests; what doesn't match is removed, and missing. A damaged
    /// index is set aside as `index.damaged` and begun anew. Nothing is opened before the first call.
    public final class DiskCacheStore: CacheStore {
        private struct State {
            var index: SQLiteIndex?
            var identity: [UInt64]?
            /// The index can't be opened: nothing is tried again, so that no request waits for it.
            var isBroken = false
            /// Uses that aren't in the index yet, by record.
            var uses: [Int64: Int64] = [:]
            var lastUse: Int64 = 0
            /// What the last look-up found, which is likely to be wanted next.
            var found: [Int64: Row] = [:]
        }

        private struct Row {
            let coding: RecordCoding
            /// The name of the body's file; `nil` if it is in the index.
            let file: [UInt8]?
            let body: [UInt8]

            /// - Parameter columns: head, sum, file and body, from this one.
            init?(_ row: SQLiteRow, from column: Int32, key: [UInt8]) {
                guard let head = row.blob(column), row.blob(column + 1) == DiskCacheStore.sum(key, head),
                    let coding = RecordCoding(head[...])
                else { return nil }
                self.coding = coding
                file = row.blob(column + 2)
                body = row.blob(column + 3) ?? []
            }
        }

        /// The most bytes to keep.
        public let limit: Int64
        let folder: CacheFolder
        private let warn: @Sendable (String) -> Void
        private let state = Mutex(State())

        /// A store in a folder, which is created when it is first needed.
        ///
        /// - Parameters:
        ///   - path: the folder; it and its files are readable by their owner only.
        ///   - limit: the most bytes to keep; default 512 MiB. A body above an eighth of it isn't stored.
        ///   - warn: gets a line of text when the index is damaged and begun anew, or can't be opened.
        public init(
            at path: String, limit: Int64 = 512 * 1024 * 1024, warn: @escaping @Sendable (String) -> Void = { _ in }
        ) {
            folder = CacheFolder(path: path)
            self.limit = max(0, limit)
            self.warn = warn
        }

        deinit {
            flush()
        }

        // MARK: The index

        /// Runs `body` on the open index; `nil` if that fails. A damaged index is set aside.
        @discardableResult
        private func withIndex<Value>(
            _ state: inout State, _ body: (SQLiteIndex, inout State) throws(SQLiteError) -> Value
        ) -> Value? {
            // A second time with a new index, if the first one is damaged.
            for _ in 0..<2 {
                guard let index = open(&state) else { return nil }
                do throws(SQLiteError) {
                    return try body(index, &state)
                } catch {
                    guard error.isDamage else { return nil }
                    setAside(&state)
                }
            }
            return nil
        }

        private func open(_ state: inout State) -> SQLiteIndex? {
            if let index = state.index { return index }
            for _ in 0..<2 where !state.isBroken {
                guard folder.make() else { break }
                state.identity = folder.identity
                do throws(SQLiteError) {
                    let index = try SQLiteIndex(folder.index)
                    try prepare(index)
                    state.index = index
                    return index
                } catch {
                    if error.code == Int32(SOCKEYE_SQLITE_UNAVAILABLE) {
                        state.isBroken = true
                        warn("the cache needs libsqlite3, which can't be loaded; nothing is cached")
                        return nil
                    }
                    // Another process has it for longer than the time-out: try again with the next request.
                    guard error.isDamage else { return nil }
                    setAside(&state)
                }
            }
            if !state.isBroken { warn("the cache's folder \(folder.path) can't be used; nothing is cached") }
            state.isBroken = true
            return nil
        }

        /// Makes the tables, unless they are there: making them waits for other processes' writers.
        private func prepare(_ index: SQLiteIndex) throws(SQLiteError) {
            do throws(SQLiteError) {
                try index.execute("PRAGMA synchronous = NORMAL; SELECT size FROM totals")
            } catch {
                if error.isDamage { throw error }
                try index.execute(Self.schema)
            }
        }

        private func setAside(_ state: inout State) {
            state.index = nil
            if let name = folder.setAside(state.identity) {
                warn("the cache's index was damaged; it is now \(name), and the cache begins anew")
            }
        }

        /// WAL: readers never wait. Nothing is synced but at checkpoints: after a power cut the digests tell what is whole.
        private static let schema = """
            PRAGMA auto_vacuum = INCREMENTAL;
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL;
            PRAGMA journal_size_limit = 4194304;
            CREATE TABLE IF NOT EXISTS entries(
                id INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL, head BLOB NOT NULL, sum BLOB NOT NULL,
                file BLOB, size INTEGER NOT NULL, used INTEGER NOT NULL, body BLOB);
            CREATE INDEX IF NOT EXISTS entries_by_key ON entries(key);
            CREATE INDEX IF NOT EXISTS entries_by_use ON entries(used, id);
            CREATE INDEX IF NOT EXISTS entries_by_file ON entries(file) WHERE file IS NOT NULL;
            CREATE TABLE IF NOT EXISTS totals(id INTEGER PRIMARY KEY, size INTEGER NOT NULL, swept INTEGER NOT NULL);
            INSERT OR IGNORE INTO totals VALUES(1, 0, 0);
            """

        /// The checksum of a row: of its key and its head, which has the digests of the body.
        private static func sum(_ key: [UInt8], _ head: [UInt8]) -> [UInt8] {
            BlockDigests.digest(of: (key + [0] + head).span.bytes) ?? []
        }

        // MARK: Reading

        /// Everything stored for `key`, complete responses and parts.
        public func records(for key: CacheKey) -> [CacheRecord] {
            let keyBytes = Array(key.text.utf8)
            return state.withLock { state in
                var damaged: [Int64] = []
                let found = withIndex(&state) { index, state throws(SQLiteError) -> [CacheRecord] in
                    var records: [CacheRecord] = []
                    state.found = [:]
                    let sql = "SELECT id, head, sum, file, body FROM entries WHERE key = ?"
                    try index.run(sql, [.blob(keyBytes)]) { row in
                        let id = row.number(0)
                        guard let found = Row(row, from: 1, key: keyBytes) else { return damaged.append(id) }
                        state.found[id] = found
                        records.append(
                            CacheRecord(id: id, response: found.coding.response, bodyLength: found.coding.bodyLength))
                    }
                    return records
                }
                if !damaged.isEmpty { remove(damaged, &state) }
                return found ?? []
            }
        }

        /// Bodies up to this length are checked whole before any of them is given away, so that damage is only a miss.
        private static let checkedFirst: Int64 = 8 * 1024 * 1024

        /// The body of a record, checked; `nil` if it is gone or damaged.
        public func body(of record: CacheRecord, now: Int64) -> (any CacheBody)? {
            state.withLock { state in
                guard let row = state.found.removeValue(forKey: record.id) ?? find(record.id, &state) else {
                    return nil
                }
                let body = open(row, record.id)
                if body != nil { note(use: record.id, now, &state) } else { remove([record.id], &state) }
                return body
            }
        }

        private func find(_ id: Int64, _ state: inout State) -> Row? {
            let found = withIndex(&state) { index, _ throws(SQLiteError) -> Row? in
                var found: Row?
                try index.run("SELECT key, head, sum, file, body FROM entries WHERE id = ?", [.number(id)]) { row in
                    found = row.blob(0).flatMap { Row(row, from: 1, key: $0) }
                }
                return found
            }
            return found ?? nil
        }

        private func open(_ row: Row, _ id: Int64) -> (any CacheBody)? {
            let coding = row.coding
            guard let name = row.file else {
                let inline = row.body
                let isSound =
                    inline.isEmpty
                    ? coding.bodyLength == 0
                    : Int64(inline.count) == coding.bodyLength
                        && BlockDigests.matches(inline.span.bytes, block: 0, of: coding.blocks)
                return isSound ? MemoryBody(inline) : nil
            }
            guard let file = CacheFile(sockeye_cache_open(folder.body(String(decoding: name, as: UTF8.self)))) else {
                return nil
            }
            let body = DiskBody(file, length: coding.bodyLength, digests: coding.blocks) { [weak self] in
                self?.state.withLock { state in self?.remove([id], &state) }
            }
            let isShort = coding.bodyLength <= Self.checkedFirst
            return body.isSound(upTo: isShort ? coding.bodyLength : 1) ? body : nil
        }

        private func note(use id: Int64, _ now: Int64, _ state: inout State) {
            // Milliseconds, so that uses within a second keep their order.
            state.lastUse = max(now &* 1000, state.lastUse &+ 1)
            state.uses[id] = state.lastUse
            // Written with the next response, or when there are many.
            if state.uses.count >= 256 {
                withIndex(&state) { index, state throws(SQLiteError) in
                    try index.transaction { () throws(SQLiteError) in try self.writeUses(index, &state) }
                }
            }
        }

        private func writeUses(_ index: SQLiteIndex, _ state: inout State) throws(SQLiteError) {
            for (id, use) in state.uses {
                try index.run("UPDATE entries SET used = max(used, ?) WHERE id = ?", [.number(use), .number(id)])
            }
            state.uses = [:]
        }

        // MARK: Writing

        /// Begins to store a response; `nil` if its body is known to be too large.
        public func write(_ response: StoredResponse, for key: CacheKey, length: Int64?) -> (any CacheWriter)? {
            let largest = limit / 8
            if let length, length > largest { return nil }
            // The folder must be there for the file.
            let isOpen = state.withLock { open(&$0) != nil }
            return isOpen ? DiskCacheWriter(self, response, key, largest: largest) : nil
        }

        /// Stores a complete response.
        func insert(
            _ coding: RecordCoding, _ key: CacheKey, inline: [UInt8]?, _ file: CacheFile?, replacing replaced: [Int64],
            now: Int64
        ) -> CacheRecord? {
            let keyBytes = Array(key.text.utf8)
            let head = coding.bytes
            guard let name = BlockDigests.fileName(coding.blocks) else { return nil }
            let size = Int64(head.count + keyBytes.count) + coding.bodyLength + Self.rowSize
            return state.withLock { state in
                let id = withIndex(&state) { index, state throws(SQLiteError) -> Int64 in
                    try index.transaction { () throws(SQLiteError) in
                        try self.writeUses(index, &state)
                        try self.delete(replaced, index)
                        // Within the transaction: no other process removes the file before its row is there.
                        if let file, sockeye_cache_link(file.number, folder.body(name)) != 0 {
                            throw SQLiteError(code: Int32(SOCKEYE_SQLITE_FULL))
                        }
                        state.lastUse = max(now &* 1000, state.lastUse &+ 1)
                        try index.run(
                            "INSERT INTO entries(key, head, sum, file, size, used, body) VALUES(?, ?, ?, ?, ?, ?, ?)",
                            [
                                .blob(keyBytes), .blob(head), .blob(Self.sum(keyBytes, head)),
                                file == nil ? .null : .blob(Array(name.utf8)), .number(size), .number(state.lastUse),
                                inline.map { $0.isEmpty ? .null : .blob($0) } ?? .null,
                            ])
                        var id: Int64 = 0
                        try index.run("SELECT last_insert_rowid()") { id = $0.number(0) }
                        try index.run("UPDATE totals SET size = size + ?", [.number(size)])
                        try self.evict(index)
                        try self.sweep(index, now: now)
                        return id
                    }
                }
                guard let id else { return nil }
                return CacheRecord(id: id, response: coding.response, bodyLength: coding.bodyLength)
            }
        }

        /// About what SQLite takes for a row besides its contents.
        private static let rowSize: Int64 = 256

        /// Removes the least recently used until the limit is kept.
        private func evict(_ index: SQLiteIndex) throws(SQLiteError) {
            var total = try totalSize(index)
            while total > limit {
                var oldest: [Int64] = []
                var left = total
                try index.run("SELECT id, size FROM entries ORDER BY used, id LIMIT 64") { row in
                    if left <= limit { return }
                    oldest.append(row.number(0))
                    left -= max(1, row.number(1))
                }
                // The sum was damaged: nothing is left, and yet it says so.
                if oldest.isEmpty { return try index.run("UPDATE totals SET size = 0") }
                try delete(oldest, index)
                total = try totalSize(index)
            }
            try index.execute("PRAGMA incremental_vacuum(64)")
        }

        private func totalSize(_ index: SQLiteIndex) throws(SQLiteError) -> Int64 {
            var size: Int64 = 0
            try index.run("SELECT size FROM totals") { size = $0.number(0) }
            return size
        }

        /// Removes rows, and the files that no other row has. Within a transaction.
        private func delete(_ ids: [Int64], _ index: SQLiteIndex) throws(SQLiteError) {
            for id in ids {
                var file: [UInt8]?
                var size: Int64?
                try index.run("SELECT size, file FROM entries WHERE id = ?", [.number(id)]) { row in
                    (size, file) = (row.number(0), row.blob(1))
                }
                guard let size else { continue }
                try index.run("DELETE FROM entries WHERE id = ?", [.number(id)])
                try index.run("UPDATE totals SET size = max(0, size - ?)", [.number(size)])
                guard let file else { continue }
                var isShared = false
                try index.run("SELECT 1 FROM entries WHERE file = ? LIMIT 1", [.blob(file)]) { _ in isShared = true }
                if !isShared { _ = sockeye_cache_unlink(folder.body(String(decoding: file, as: UTF8.self))) }
            }
        }

        /// Removes files that no row has, left by a process that was killed, once a day.
        private func sweep(_ index: SQLiteIndex, now: Int64) throws(SQLiteError) {
            var swept: Int64 = 0
            try index.run("SELECT swept FROM totals") { swept = $0.number(0) }
            guard now - swept >= 86_400 || now < swept else { return }
            try index.run("UPDATE totals SET swept = ?", [.number(now)])
            for name in folder.bodyNames() {
                var isKnown = false
                let sql = "SELECT 1 FROM entries WHERE file = ? LIMIT 1"
                try index.run(sql, [.blob(Array(name.utf8))]) { _ in isKnown = true }
                if !isKnown { _ = sockeye_cache_unlink(folder.body(name)) }
            }
        }

        /// Replaces what is stored of a response besides its body.
        public func update(_ record: CacheRecord, for key: CacheKey) {
            let keyBytes = Array(key.text.utf8)
            state.withLock { state in
                state.found = [:]
                withIndex(&state) { index, state throws(SQLiteError) in
                    try index.transaction { () throws(SQLiteError) in
                        var old: [UInt8]?
                        let sql = "SELECT head FROM entries WHERE id = ? AND key = ?"
                        try index.run(sql, [.number(record.id), .blob(keyBytes)]) { old = $0.blob(0) }
                        guard let old, var coding = RecordCoding(old[...]) else { return }
                        coding.response = record.response
                        let head = coding.bytes
                        try index.run(
                            "UPDATE entries SET head = ?, sum = ? WHERE id = ?",
                            [.blob(head), .blob(Self.sum(keyBytes, head)), .number(record.id)])
                    }
                }
            }
        }

        // MARK: Removing

        private func remove(_ ids: [Int64], _ state: inout State) {
            state.found = [:]
            withIndex(&state) { index, _ throws(SQLiteError) in
                try index.transaction { () throws(SQLiteError) in try self.delete(ids, index) }
            }
        }

        /// Removes records of `key`.
        public func remove(_ ids: [Int64], for key: CacheKey) {
            state.withLock { remove(ids, &$0) }
        }

        /// Removes everything stored for `key`.
        public func remove(_ key: CacheKey) {
            state.withLock { state in
                withIndex(&state) { index, _ throws(SQLiteError) in
                    var ids: [Int64] = []
                    try index.run("SELECT id FROM entries WHERE key = ?", [.blob(Array(key.text.utf8))]) {
                        ids.append($0.number(0))
                    }
                    if ids.isEmpty { return }
                    try index.transaction { () throws(SQLiteError) in try self.delete(ids, index) }
                }
            }
        }

        /// Writes which entries were used last.
        public func flush() {
            state.withLock { state in
                if state.uses.isEmpty { return }
                withIndex(&state) { index, state throws(SQLiteError) in
                    try index.transaction { () throws(SQLiteError) in try writeUses(index, &state) }
                }
            }
        }

        /// Removes everything.
        public func removeAll() {
            state.withLock { state in
                withIndex(&state) { index, state throws(SQLiteError) in
                    try index.transaction { () throws(SQLiteError) in
                        state.uses = [:]
                        try index.run("DELETE FROM entries")
                        try index.run("UPDATE totals SET size = 0")
                        for name in folder.bodyNames() { _ = sockeye_cache_unlink(folder.body(name)) }
                    }
                    try index.execute("PRAGMA incremental_vacuum")
                }
            }
        }

        /// Lists what is stored, the most recently used first.
        public func entries() -> [CacheEntry] {
            state.withLock { state in
                let found = withIndex(&state) { index, state throws(SQLiteError) -> [CacheEntry] in
                    if !state.uses.isEmpty {
                        try index.transaction { () throws(SQLiteError) in try self.writeUses(index, &state) }
                    }
                    var entries: [CacheEntry] = []
                    try index.run("SELECT key, head, used FROM entries ORDER BY used DESC, id DESC") { row in
                        guard let key = row.blob(0), let head = row.blob(1), let coding = RecordCoding(head[...])
                        else { return }
                        entries.append(
                            CacheEntry(
                                key: CacheKey(text: String(decoding: key, as: UTF8.self)),
                                status: coding.response.status, bodyLength: coding.bodyLength,
                                responseTime: coding.response.responseTime, lastUsed: row.number(2) / 1000))
                    }
                    return entries
                }
                return found ?? []
            }
        }

        /// The bytes it takes.
        public var size: Int64 {
            state.withLock { state in
                withIndex(&state) { index, _ throws(SQLiteError) in try self.totalSize(index) } ?? 0
            }
        }
    }
#endif
