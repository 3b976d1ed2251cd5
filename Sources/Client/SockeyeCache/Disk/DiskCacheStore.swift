#if DiskCache
    internal import CDiskCache
    internal import Synchronization

    /// Keeps responses on disk: an index in SQLite, and bodies above 16 KiB as files beside it, named by their digest.
    ///
    /// Several processes may use one folder at once. A process that is killed leaves what was stored before, and nothing of
    /// what wasn't complete. What is read is checked against digests; what doesn't match is removed, and missing. A damaged
    /// index is set aside as `index.damaged` and begun anew. Nothing is opened before the first call.
    package final class DiskCacheStore: CacheStore {
        private struct State {
            var index: OpenIndex
            var found = FoundRows()
            /// Uses that aren't in the index yet, by record.
            var uses: [Int64: Int64] = [:]
            var lastUse: Int64 = 0

            /// A moment of use later than all before. Milliseconds, so that uses within a second keep their order.
            mutating func nextUse(_ now: Int64) -> Int64 {
                lastUse = max(now &* 1000, lastUse &+ 1)
                return lastUse
            }

            mutating func takeUses() -> [Int64: Int64] {
                defer { uses = [:] }
                return uses
            }
        }

        /// The most bytes to keep.
        package let limit: Int64
        let folder: StoreFolder
        private let state: Mutex<State>

        /// A store in a folder, which is created when it is first needed.
        ///
        /// - Parameters:
        ///   - path: the folder; it and its files are readable by their owner only.
        ///   - limit: the most bytes to keep; default 512 MiB. A body above an eighth of it isn't stored.
        ///   - warn: gets a line of text when the index is damaged and begun anew, or can't be opened.
        package init(
            at path: String, limit: Int64 = 512 * 1024 * 1024, warn: @escaping @Sendable (String) -> Void = { _ in }
        ) {
            folder = StoreFolder(path: path)
            self.limit = max(0, limit)
            state = Mutex(State(index: OpenIndex(folder, warn: warn)))
        }

        deinit {
            flush()
        }

        // MARK: Reading

        /// Everything stored for `key`, complete responses and parts.
        package func records(for key: CacheKey) -> [CacheRecord] {
            let keyBytes = key.bytes
            return state.withLock { state in
                var (records, unknown): ([CacheRecord], [Int64]) = ([], [])
                let found = state.found
                let isRead: Void? = state.index.run { table throws(SQLiteError) in
                    (records, unknown) = ([], [])
                    try table.rows(of: keyBytes) { id, row in
                        if let known = found[id], row.isBlob(1, known.sum) {
                            records.append(known.record)
                        } else {
                            unknown.append(id)
                        }
                    }
                }
                if isRead == nil { return [] }
                for id in unknown {
                    if let row = read(id, &state) { records.append(row.record) }
                }
                return records
            }
        }

        /// Reads a row and keeps it; removes a damaged one.
        private func read(_ id: Int64, _ state: inout State) -> StoredRow? {
            let answer = state.index.run { table throws(SQLiteError) in try table.row(id) }
            guard let answer else { return nil }
            guard let row = answer else {
                remove([id], &state)
                return nil
            }
            state.found.keep(row)
            return row
        }

        /// The body of a record, checked; `nil` if it is gone or damaged.
        package func body(of record: CacheRecord, now: Int64) -> (any CacheBody)? {
            state.withLock { state in
                guard let row = state.found[record.id] ?? read(record.id, &state) else { return nil }
                guard let body: any CacheBody = row.body ?? open(row) else {
                    remove([record.id], &state)
                    return nil
                }
                note(use: record.id, now, &state)
                return body
            }
        }

        /// Bodies up to this length are checked whole before any of them is given away, so that damage is only a miss.
        private static let checkedFirst: Int64 = 8 * 1024 * 1024

        private func open(_ row: StoredRow) -> DiskBody? {
            guard let name = row.file, let file = CacheFile(sockeye_cache_open(folder.body(name))) else { return nil }
            let (id, length) = (row.record.id, row.record.bodyLength)
            let body = DiskBody(file, length: length, digests: row.blocks) { [weak self] in
                self?.state.withLock { state in self?.remove([id], &state) }
            }
            return body.isSound(upTo: length <= Self.checkedFirst ? length : 1) ? body : nil
        }

        /// Written with the next response, or when there are many.
        private func note(use id: Int64, _ now: Int64, _ state: inout State) {
            state.uses[id] = state.nextUse(now)
            if state.uses.count >= 256 { writeUses(&state) }
        }

        private func writeUses(_ state: inout State) {
            if state.uses.isEmpty { return }
            let uses = state.takeUses()
            _ = state.index.change { table, _ throws(SQLiteError) in try table.write(uses: uses) }
        }

        /// The keys of what is stored of a URL.
        package func keys(of url: String) -> [CacheKey] {
            state.withLock { state in
                state.index.run { table throws(SQLiteError) in try table.keys(of: url) } ?? []
            }
        }

        /// Lists what is stored, the most recently used first.
        package func entries() -> [CacheEntry] {
            state.withLock { state in
                writeUses(&state)
                return state.index.run { table throws(SQLiteError) in try table.entries() } ?? []
            }
        }

        /// The bytes it takes.
        package var size: Int64 {
            state.withLock { state in state.index.run { table throws(SQLiteError) in try table.totalSize() } ?? 0 }
        }

        // MARK: Writing

        /// Begins to store a response; `nil` if its body is known to be too large.
        package func write(_ response: StoredResponse, for key: CacheKey, length: Int64?) -> (any CacheWriter)? {
            let largest = limit / 8
            if let length, length > largest { return nil }
            // The folder must be there for the file.
            let isOpen = state.withLock { $0.index.open() != nil }
            return isOpen ? DiskCacheWriter(self, response, key, largest: largest) : nil
        }

        /// About what SQLite takes for a row besides its contents.
        private static let rowSize: Int64 = 256

        /// Stores a complete response.
        func insert(
            _ coding: RecordCoding, _ key: CacheKey, inline: [UInt8]?, _ file: CacheFile?, replacing replaced: [Int64],
            now: Int64
        ) -> CacheRecord? {
            let (keyBytes, head) = (key.bytes, coding.bytes)
            guard let name = BlockDigests.fileName(coding.blocks) else { return nil }
            let size = Int64(head.count + keyBytes.count) + coding.bodyLength + Self.rowSize
            return state.withLock { state in
                let (uses, used) = (state.takeUses(), state.nextUse(now))
                let id = state.index.change { table, freed throws(SQLiteError) -> Int64 in
                    try table.write(uses: uses)
                    try table.delete(replaced, &freed)
                    // Within the transaction: no other process removes the file before its row is there.
                    if let file, sockeye_cache_link(file.number, folder.body(name), folder.spare) != 0 {
                        throw SQLiteError(code: Int32(SOCKEYE_SQLITE_FULL))
                    }
                    let id = try table.insert(
                        head, keyBytes, inline: inline, file: file == nil ? nil : name, size: size, used: used)
                    try table.evict(to: limit, &freed)
                    try table.sweep(now: now, &freed)
                    return id
                }
                guard let id else { return nil }
                return CacheRecord(id: id, response: coding.response, bodyLength: coding.bodyLength)
            }
        }

        /// Replaces what is stored of a response besides its body.
        package func update(_ record: CacheRecord, for key: CacheKey) {
            let keyBytes = key.bytes
            state.withLock { state in
                state.found.forget(record.id)
                _ = state.index.change { table, _ throws(SQLiteError) in try table.update(record, of: keyBytes) }
            }
        }

        /// Writes which entries were used last.
        package func flush() {
            state.withLock { writeUses(&$0) }
        }

        // MARK: Removing

        private func remove(_ ids: [Int64], _ state: inout State) {
            for id in ids { state.found.forget(id) }
            _ = state.index.change { table, freed throws(SQLiteError) in try table.delete(ids, &freed) }
        }

        /// Removes records of `key`.
        package func remove(_ ids: [Int64], for key: CacheKey) {
            state.withLock { remove(ids, &$0) }
        }

        /// Removes everything stored for `key`.
        package func remove(_ key: CacheKey) {
            state.withLock { state in
                let ids = state.index.run { table throws(SQLiteError) in try table.ids(of: key.bytes) } ?? []
                if !ids.isEmpty { remove(ids, &state) }
            }
        }

        /// Removes everything.
        package func removeAll() {
            state.withLock { state in
                (state.uses, state.found) = ([:], FoundRows())
                _ = state.index.change { table, freed throws(SQLiteError) in try table.deleteAll(&freed) }
                _ = state.index.run { table throws(SQLiteError) in
                    try table.index.execute("PRAGMA incremental_vacuum")
                }
            }
        }
    }
#endif
