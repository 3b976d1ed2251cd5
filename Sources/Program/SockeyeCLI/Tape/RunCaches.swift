internal import HTTPTypes
internal import Sockeye
internal import SockeyeCache
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeRecording
internal import Synchronization

/// The cache of a run that is recorded or replayed. What was stored before the run comes from outside: it is noted when the run
/// first asks for it, and a replay begins with just that, in memory.
final class RunCaches: Sendable {
    /// By folder, which all operations share: the URLs whose responses from before the run are noted.
    private let noted = Mutex<[String: NotedKeys]>([:])
    private let stores = Mutex<[String: MemoryCacheStore]>([:])

    /// The cache of a recorded run, which notes what it gives.
    func recorded(_ cache: HTTPCache, at folder: String, by recorder: Recorder) -> HTTPCache {
        let keys = noted.withLock { noted in
            let keys = noted[folder] ?? NotedKeys()
            noted[folder] = keys
            return keys
        }
        return HTTPCache(
            store: NotedStore(cache.store, keys, recorder), readOnLimit: cache.readOnLimit, clock: cache.clock)
    }

    /// The cache of a replay.
    func replayed(_ replay: Replay, at folder: String, limit: Int64, on machine: any Machine) -> HTTPCache {
        let store = stores.withLock { stores in
            if let known = stores[folder] { return known }
            let store = MemoryCacheStore(limit: limit)
            for entry in replay.recording.entries where entry.kind == .stored { Self.add(entry, to: store) }
            stores[folder] = store
            return store
        }
        return HTTPCache(store: store) { machine.timeOfDay.seconds }
    }

    private static func add(_ entry: RecordingEntry, to store: MemoryCacheStore) {
        guard let url = entry.text("url").flatMap({ try? HTTPURL($0) }), let response = StoredResponse(entry) else {
            return
        }
        let bytes = entry.bytes("bytes") ?? []
        let key = CacheKey(url, user: entry.text("user") ?? "")
        guard let writer = store.write(response, for: key, length: Int64(bytes.count)) else { return }
        if writer.append(bytes.span.bytes) { _ = writer.commit(replacing: [], now: response.responseTime) }
    }
}

private final class NotedKeys: Sendable {
    private let keys = Mutex<Set<CacheKey>>([])

    /// Whether the key is new.
    func insert(_ key: CacheKey) -> Bool { keys.withLock { $0.insert(key).inserted } }
}

/// A store that notes what is in it of each URL before the run changes it.
private final class NotedStore: CacheStore {
    /// The largest body that is noted; of a larger one, the response counts as not stored.
    private static let byteLimit: Int64 = 16 << 20

    private let base: any CacheStore
    private let recorder: Recorder
    private let noted: NotedKeys

    init(_ base: any CacheStore, _ noted: NotedKeys, _ recorder: Recorder) {
        (self.base, self.noted, self.recorder) = (base, noted, recorder)
    }

    func records(for key: CacheKey) -> [CacheRecord] {
        let records = base.records(for: key)
        if noted.insert(key) {
            for record in records where record.bodyLength <= Self.byteLimit { note(record, key) }
        }
        return records
    }

    private func note(_ record: CacheRecord, _ key: CacheKey) {
        guard let body = base.body(of: record, now: record.response.responseTime) else { return }
        var bytes: [UInt8] = []
        do throws(CacheDamage) {
            while Int64(bytes.count) < body.length { bytes += try body.piece(at: Int64(bytes.count)) }
        } catch {
            return
        }
        recorder.note(
            .stored,
            [.init("url", key.url), .init("user", key.user)] + record.response.values(masking: !recorder.keepsSecrets)
                + [.init("bytes", bytes)])
    }

    func body(of record: CacheRecord, now: Int64) -> (any CacheBody)? { base.body(of: record, now: now) }

    func write(_ response: StoredResponse, for key: CacheKey, length: Int64?) -> (any CacheWriter)? {
        base.write(response, for: key, length: length)
    }

    func update(_ record: CacheRecord, for key: CacheKey) { base.update(record, for: key) }
    func remove(_ ids: [Int64], for key: CacheKey) { base.remove(ids, for: key) }
    func remove(_ key: CacheKey) { base.remove(key) }
    func removeAll() { base.removeAll() }
    func keys(of url: String) -> [CacheKey] { base.keys(of: url) }
    func entries() -> [CacheEntry] { base.entries() }
    func flush() { base.flush() }
    var size: Int64 { base.size }
}

extension CacheBody {
    /// The next bytes; never empty before the end.
    fileprivate func piece(at offset: Int64) throws(CacheDamage) -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        // SAFETY: `read` fills at most the buffer, and returns how much of it.
        let count = try piece.withUnsafeMutableBytes { read(offset, $0) }.get()
        if count == 0 { throw CacheDamage("the body is shorter than it says") }
        return Array(piece.prefix(count))
    }

    private func read(_ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer) -> Result<Int, CacheDamage> {
        do throws(CacheDamage) {
            // SAFETY: the buffer is the caller's, and only passed on.
            return .success(try read(into: buffer, at: offset))
        } catch {
            return .failure(error)
        }
    }
}

extension StoredResponse {
    /// The values of an entry.
    fileprivate func values(masking: Bool) -> [RecordingEntry.Value] {
        func line(_ name: String, _ value: [UInt8]) -> [UInt8] {
            let line = Array("\(name):".utf8) + value
            return masking ? Secrets.maskedField(line) : line
        }
        var values: [RecordingEntry.Value] = [
            .init("status", status), .init("reason", reason), .init("requested", requestTime),
            .init("received", responseTime), .init("head", isHead ? 1 : 0),
        ]
        if let part {
            values += [.init("first", part.first), .init("last", part.last), .init("length", part.completeLength)]
        }
        values += fields.map { .init("field", line($0.name.rawName, $0.octets)) }
        for field in varying {
            // A replay's request has another value of a masked field, which selects nothing.
            let isMasked = masking && Secrets.isSecret(field: field.name)
            if isMasked { continue }
            values.append(
                .init("varying", field.value.map { Array("\(field.name):".utf8) + $0 } ?? Array(field.name.utf8)))
        }
        return values
    }

    fileprivate init?(_ entry: RecordingEntry) {
        guard let status = entry.number("status"), (100...999).contains(status) else { return nil }
        var fields = HTTPFields()
        for value in entry.values where value.name == "field" {
            guard let colon = value.bytes.firstIndex(of: UInt8(ascii: ":")),
                let field = try? HTTPField(
                    checkedName: String(decoding: value.bytes[..<colon], as: UTF8.self),
                    octets: Array(value.bytes[(colon + 1)...]))
            else { continue }
            fields.append(field)
        }
        let varying = entry.values.filter { $0.name == "varying" }.map { value in
            let name = String(decoding: value.bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
            let rest = value.bytes.dropFirst(name.utf8.count)
            return VaryingField(name: name, value: rest.isEmpty ? nil : Array(rest.dropFirst()))
        }
        var part: Part?
        if let first = entry.number("first"), let last = entry.number("last"), let length = entry.number("length"),
            first >= 0, first <= last, last < length
        {
            part = Part(first: first, last: last, completeLength: length)
        }
        self.init(
            status: Int(status), reason: entry.text("reason") ?? "", fields: fields, varying: varying,
            requestTime: entry.number("requested") ?? 0, responseTime: entry.number("received") ?? 0,
            isHead: entry.number("head") == 1, part: part)
    }
}
