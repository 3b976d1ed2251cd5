internal import Synchronization

/// Keeps responses in memory, up to a limit; the least recently used go first.
package final class MemoryCacheStore: CacheStore {
    /// A class, so that a look-up copies one reference.
    private final class Kept {
        let key: CacheKey
        var record: CacheRecord
        let body: MemoryBody
        let place: RecencyList.Place
        var lastUsed: Int64

        init(key: CacheKey, record: CacheRecord, body: MemoryBody, place: RecencyList.Place, lastUsed: Int64) {
            self.key = key
            self.record = record
            self.body = body
            self.place = place
            self.lastUsed = lastUsed
        }

        var size: Int64 { record.bodyLength + record.response.headSize }
    }

    private struct State {
        var kept: [Int64: Kept] = [:]
        var ids: [CacheKey: [Int64]] = [:]
        var recency = RecencyList()
        var size: Int64 = 0
        var lastID: Int64 = 0

        mutating func remove(_ id: Int64) {
            guard let gone = kept.removeValue(forKey: id) else { return }
            size -= gone.size
            recency.remove(gone.place)
            ids[gone.key]?.removeAll { $0 == id }
            if ids[gone.key]?.isEmpty == true { ids[gone.key] = nil }
        }

        mutating func shrink(to limit: Int64) {
            while size > limit, let oldest = recency.oldest { remove(oldest) }
        }
    }

    /// The most bytes to keep.
    package let limit: Int64
    private let state = Mutex(State())

    /// Creates an empty store.
    ///
    /// - Parameter limit: the most bytes to keep; a body above an eighth of it isn't stored.
    package init(limit: Int64 = 64 * 1024 * 1024) {
        self.limit = max(0, limit)
    }

    /// Everything stored for `key`, complete responses and parts.
    package func records(for key: CacheKey) -> [CacheRecord] {
        state.withLock { state in
            guard let ids = state.ids[key] else { return [] }
            return ids.compactMap { state.kept[$0]?.record }
        }
    }

    /// The body of a record, checked; `nil` if it is gone or damaged.
    package func body(of record: CacheRecord, now: Int64) -> (any CacheBody)? {
        state.withLock { state in
            guard let kept = state.kept[record.id] else { return nil }
            kept.lastUsed = now
            state.recency.use(kept.place)
            return kept.body
        }
    }

    /// Begins to store a response; `nil` if its body is known to be too large.
    package func write(_ response: StoredResponse, for key: CacheKey, length: Int64?) -> (any CacheWriter)? {
        let largest = limit / 8
        if let length, length > largest { return nil }
        return MemoryCacheWriter(self, response, key, largest: Int(clamping: largest))
    }

    fileprivate func insert(
        _ response: StoredResponse, _ key: CacheKey, _ bytes: [UInt8], replacing replaced: [Int64], now: Int64
    ) -> CacheRecord? {
        state.withLock { state in
            for id in replaced { state.remove(id) }
            state.lastID += 1
            let record = CacheRecord(id: state.lastID, response: response, bodyLength: Int64(bytes.count))
            let place = state.recency.add(record.id)
            let kept = Kept(key: key, record: record, body: MemoryBody(bytes), place: place, lastUsed: now)
            state.kept[record.id] = kept
            state.ids[key, default: []].append(record.id)
            state.size += kept.size
            state.shrink(to: limit)
            return state.kept[record.id]?.record
        }
    }

    /// Replaces what is stored of a response besides its body.
    package func update(_ record: CacheRecord, for key: CacheKey) {
        state.withLock { state in
            guard let kept = state.kept[record.id] else { return }
            state.size -= kept.size
            kept.record = record
            state.size += kept.size
            state.shrink(to: limit)
        }
    }

    /// Removes records of `key`.
    package func remove(_ ids: [Int64], for key: CacheKey) {
        state.withLock { state in
            for id in ids { state.remove(id) }
        }
    }

    /// Removes everything stored for `key`.
    package func remove(_ key: CacheKey) {
        state.withLock { state in
            for id in state.ids[key] ?? [] { state.remove(id) }
        }
    }

    /// The keys of what is stored of a URL.
    package func keys(of url: String) -> [CacheKey] {
        state.withLock { $0.ids.keys.filter { $0.url == url } }
    }

    /// Removes everything.
    package func removeAll() {
        state.withLock { state in
            let lastID = state.lastID
            state = State()
            state.lastID = lastID
        }
    }

    /// Lists what is stored, the most recently used first.
    package func entries() -> [CacheEntry] {
        state.withLock { state in
            state.recency.fromNewest.compactMap { id in
                guard let kept = state.kept[id] else { return nil }
                return CacheEntry(
                    key: kept.key, status: kept.record.response.status, bodyLength: kept.record.bodyLength,
                    responseTime: kept.record.response.responseTime, lastUsed: kept.lastUsed)
            }
        }
    }

    /// The bytes it takes.
    package var size: Int64 { state.withLock { $0.size } }
}

// SAFETY: one exchange writes it, one call at a time.
private final class MemoryCacheWriter: CacheWriter, @unchecked Sendable {
    private let store: MemoryCacheStore
    private let response: StoredResponse
    private let key: CacheKey
    private let largest: Int
    private var bytes: [UInt8] = []
    private var isOver = false

    init(_ store: MemoryCacheStore, _ response: StoredResponse, _ key: CacheKey, largest: Int) {
        self.store = store
        self.response = response
        self.key = key
        self.largest = largest
    }

    func append(_ new: RawSpan) -> Bool {
        if isOver || new.byteCount > largest - bytes.count {
            abandon()
            return false
        }
        // SAFETY: the span's bytes are initialised, and `append` copies them before the closure returns.
        new.withUnsafeBytes { bytes.append(contentsOf: $0) }
        return true
    }

    func commit(replacing replaced: [Int64], now: Int64) -> CacheRecord? {
        if isOver { return nil }
        isOver = true
        defer { bytes = [] }
        return store.insert(response, key, bytes, replacing: replaced, now: now)
    }

    func abandon() {
        isOver = true
        bytes = []
    }
}
