#if DiskCache
    internal import CDiskCache

    /// The entries of the index, in SQL. What changes anything runs within a transaction of its caller.
    struct EntryTable {
        let index: SQLiteIndex
        private let folder: StoreFolder

        init(_ index: SQLiteIndex, _ folder: StoreFolder) {
            self.index = index
            self.folder = folder
        }

        /// Numbers begin anywhere, so that one of an index that was set aside never means another response.
        ///
        /// WAL: readers never wait. Nothing is synced but at checkpoints: after a power cut the digests tell what is whole.
        private static let schema: StaticString = """
            PRAGMA auto_vacuum = INCREMENTAL;
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL;
            PRAGMA journal_size_limit = 4194304;
            CREATE TABLE IF NOT EXISTS entries(
                id INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL, head BLOB NOT NULL, sum BLOB NOT NULL,
                file BLOB, size INTEGER NOT NULL, used INTEGER NOT NULL, body BLOB);
            INSERT INTO sqlite_sequence SELECT 'entries', abs(random() % 4611686018427387904)
                WHERE NOT EXISTS(SELECT 1 FROM sqlite_sequence WHERE name = 'entries');
            CREATE INDEX IF NOT EXISTS entries_by_key ON entries(key);
            CREATE INDEX IF NOT EXISTS entries_by_use ON entries(used, id);
            CREATE INDEX IF NOT EXISTS entries_by_file ON entries(file) WHERE file IS NOT NULL;
            CREATE TABLE IF NOT EXISTS totals(id INTEGER PRIMARY KEY, size INTEGER NOT NULL, swept INTEGER NOT NULL);
            INSERT OR IGNORE INTO totals VALUES(1, 0, 0);
            """

        /// The version of the tables and of the heads in them.
        private static let version = 2

        /// Makes the tables, unless they are there: making them waits for other processes' writers.
        ///
        /// - Returns: false if a newer version made them; they are unchanged then.
        func prepare() throws(SQLiteError) -> Bool {
            let version = try index.first("PRAGMA user_version") { $0.number(0) } ?? 0
            if version > Self.version { return false }
            do throws(SQLiteError) {
                try index.execute("PRAGMA synchronous = NORMAL; SELECT size FROM totals")
            } catch {
                if error.isDamage { throw error }
                try index.execute(Self.schema)
            }
            if version < Self.version { try index.execute(Self.removal) }
            return true
        }

        /// The first version kept the values of Authorization, Cookie and the like: nothing of it stays.
        private static let removal: StaticString = """
            PRAGMA secure_delete = ON;
            BEGIN IMMEDIATE;
            DELETE FROM entries;
            UPDATE totals SET size = 0;
            PRAGMA user_version = 2;
            COMMIT;
            """

        // MARK: Rows

        /// Gives the number of each row of a key to `body`, with the row's checksum in column 1.
        func rows(of key: [UInt8], _ body: (Int64, SQLiteRow) throws(SQLiteError) -> Void) throws(SQLiteError) {
            try index.run("SELECT id, sum FROM entries WHERE key = ?", [.blob(key)]) { row throws(SQLiteError) in
                try body(row.number(0), row)
            }
        }

        /// A row, checked; `nil` if it is gone or damaged.
        func row(_ id: Int64) throws(SQLiteError) -> StoredRow? {
            try index.first("SELECT key, head, sum, file, body FROM entries WHERE id = ?", [.number(id)]) {
                StoredRow(id, $0)
            }
        }

        /// The numbers of the rows of a key.
        func ids(of key: [UInt8]) throws(SQLiteError) -> [Int64] {
            var ids: [Int64] = []
            try index.run("SELECT id FROM entries WHERE key = ?", [.blob(key)]) { ids.append($0.number(0)) }
            return ids
        }

        /// The keys of a URL, in all partitions. Reads every key, of the index alone.
        func keys(of url: String) throws(SQLiteError) -> [CacheKey] {
            var keys: [CacheKey] = []
            let end = [10] + Array(url.utf8)
            let values: [SQLiteValue] = [.number(Int64(end.count)), .blob(end)]
            try index.run("SELECT DISTINCT key FROM entries WHERE substr(key, -?) = ?", values) { row in
                if let key = row.blob(0) { keys.append(CacheKey(text: String(decoding: key, as: UTF8.self))) }
            }
            return keys
        }

        /// Every entry, the most recently used first.
        func entries() throws(SQLiteError) -> [CacheEntry] {
            var entries: [CacheEntry] = []
            try index.run("SELECT key, head, used FROM entries ORDER BY used DESC, id DESC") { row in
                guard let key = row.blob(0), let head = row.blob(1), let coding = RecordCoding(head[...]) else {
                    return
                }
                entries.append(
                    CacheEntry(
                        key: CacheKey(text: String(decoding: key, as: UTF8.self)), status: coding.response.status,
                        bodyLength: coding.bodyLength, responseTime: coding.response.responseTime,
                        lastUsed: row.number(2) / 1000))
            }
            return entries
        }

        /// Adds a row, and returns its number.
        func insert(
            _ head: [UInt8], _ key: [UInt8], inline: [UInt8]?, file: String?, size: Int64, used: Int64
        ) throws(SQLiteError) -> Int64 {
            try index.run(
                "INSERT INTO entries(key, head, sum, file, size, used, body) VALUES(?, ?, ?, ?, ?, ?, ?)",
                [
                    .blob(key), .blob(head), .blob(StoredRow.sum(key, head)),
                    file.map { .blob(Array($0.utf8)) } ?? .null,
                    .number(size), .number(used), inline.map { $0.isEmpty ? .null : .blob($0) } ?? .null,
                ])
            let id = try index.first("SELECT last_insert_rowid()") { $0.number(0) }
            try index.run("UPDATE totals SET size = size + ?", [.number(size)])
            return id ?? 0
        }

        /// Replaces a row's response.
        func update(_ record: CacheRecord, of key: [UInt8]) throws(SQLiteError) {
            let values: [SQLiteValue] = [.number(record.id), .blob(key)]
            let old = try index.first("SELECT head FROM entries WHERE id = ? AND key = ?", values) { $0.blob(0) }
            guard let old, var coding = RecordCoding(old[...]) else { return }
            coding.response = record.response
            let head = coding.bytes
            try index.run(
                "UPDATE entries SET head = ?, sum = ? WHERE id = ?",
                [.blob(head), .blob(StoredRow.sum(key, head)), .number(record.id)])
        }

        /// Writes when rows were used last.
        func write(uses: [Int64: Int64]) throws(SQLiteError) {
            for (id, use) in uses {
                try index.run("UPDATE entries SET used = max(used, ?) WHERE id = ?", [.number(use), .number(id)])
            }
        }

        // MARK: Removing

        /// Removes rows, and adds their files to those that are freed.
        func delete(_ ids: [Int64], _ freed: inout [[UInt8]]) throws(SQLiteError) {
            for id in ids {
                let row = try index.first("SELECT size, file FROM entries WHERE id = ?", [.number(id)]) {
                    (size: $0.number(0), file: $0.blob(1))
                }
                guard let (size, file) = row else { continue }
                try index.run("DELETE FROM entries WHERE id = ?", [.number(id)])
                try index.run("UPDATE totals SET size = max(0, size - ?)", [.number(size)])
                if let file { freed.append(file) }
            }
        }

        /// Removes every row, and frees every file.
        func deleteAll(_ freed: inout [[UInt8]]) throws(SQLiteError) {
            try index.run("DELETE FROM entries")
            try index.run("UPDATE totals SET size = 0")
            freed = folder.bodyNames()
        }

        /// Removes those of the files that no row has.
        func removeUnknown(_ files: [[UInt8]]) throws(SQLiteError) {
            for file in files where try !isKnown(file) { _ = sockeye_cache_unlink(folder.body(file)) }
        }

        private func isKnown(_ file: [UInt8]) throws(SQLiteError) -> Bool {
            try index.first("SELECT 1 FROM entries WHERE file = ? LIMIT 1", [.blob(file)]) { _ in true } ?? false
        }

        /// Removes the least recently used until the limit is kept.
        func evict(to limit: Int64, _ freed: inout [[UInt8]]) throws(SQLiteError) {
            var total = try totalSize()
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
                try delete(oldest, &freed)
                total = try totalSize()
            }
            try index.execute("PRAGMA incremental_vacuum(64)")
        }

        func totalSize() throws(SQLiteError) -> Int64 {
            try index.first("SELECT size FROM totals") { $0.number(0) } ?? 0
        }

        /// Once a day frees every file: a process that was killed left some that no row has.
        func sweep(now: Int64, _ freed: inout [[UInt8]]) throws(SQLiteError) {
            let swept = try index.first("SELECT swept FROM totals") { $0.number(0) } ?? 0
            // Whatever a damaged index says.
            let age = now.subtractingReportingOverflow(swept)
            guard age.overflow || age.partialValue < 0 || age.partialValue >= 86_400 else { return }
            try index.run("UPDATE totals SET swept = ?", [.number(now)])
            freed = folder.bodyNames()
        }
    }
#endif
