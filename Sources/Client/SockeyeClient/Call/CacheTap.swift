internal import SockeyeCache

/// Writes the body that a handler reads into the store, and lands the flight of those who wait for it.
final class CacheTap: BodyTap {
    private var writer: (any CacheWriter)?
    private let flight: CacheFlight?
    private let storing: CacheStoring
    let readOnLimit: Int64

    init(_ writer: any CacheWriter, _ flight: CacheFlight?, _ storing: CacheStoring, readOnLimit: Int64) {
        self.writer = writer
        self.flight = flight
        self.storing = storing
        self.readOnLimit = readOnLimit
    }

    func receive(_ bytes: RawSpan) {
        guard let writer else { return }
        if writer.append(bytes) {
            flight?.moved()
        } else {
            self.writer = nil
            flight?.end(.unshared)
        }
    }

    func end(isComplete: Bool) -> Bool {
        defer { flight?.end(.landed) }
        guard let writer else { return false }
        if isComplete { return storing.commit(writer) }
        writer.abandon()
        return false
    }
}

/// How a response that arrived whole takes its place in the store.
struct CacheStoring {
    let cache: HTTPCache
    let key: CacheKey
    let response: StoredResponse
    let now: Int64

    /// The most bytes of parts that are combined: it happens before the call returns.
    private static let mostCombined: Int64 = 16 * 1024 * 1024
    /// The most responses kept for one key. A server that varies by a field of many values would fill the store with
    /// responses that are never found again.
    private static let mostForOneKey = 32

    /// Commits it in place of what it supersedes, and joins it with a part that it continues (RFC 9111 section 3.4). Returns
    /// false if the store couldn't.
    func commit(_ writer: any CacheWriter) -> Bool {
        let stored = cache.store.records(for: key)
        guard let record = writer.commit(replacing: superseded(of: stored), now: now) else { return false }
        cache.flights.share(key)
        if response.part != nil, let new = cache.store.body(of: record, now: now) { join(record, new, stored) }
        return true
    }

    private func join(_ record: CacheRecord, _ new: any CacheBody, _ stored: [CacheRecord]) {
        for old in stored {
            guard let combination = PartCombination(new: response, old: old.response),
                new.length + old.bodyLength <= Self.mostCombined
            else { continue }
            return combine(record, new, old, combination)
        }
    }

    /// Those that no request would select any more, and the oldest beyond the limit.
    private func superseded(of stored: [CacheRecord]) -> [Int64] {
        let same = stored.filter {
            $0.response.varying == response.varying && $0.response.isHead == response.isHead
                && (response.part == nil || $0.response.part == response.part)
        }
        let others = stored.filter { record in !same.contains { $0.id == record.id } }
        let tooMany = others.sorted { $0.id < $1.id }.prefix(max(0, others.count + 1 - Self.mostForOneKey))
        return (same + tooMany).map(\.id)
    }

    private func combine(
        _ record: CacheRecord, _ new: any CacheBody, _ old: CacheRecord, _ combination: PartCombination
    ) {
        let length = combination.positions.upperBound - combination.positions.lowerBound + 1
        guard let oldBody = cache.store.body(of: old, now: now), let oldPart = old.response.part,
            let newPart = response.part,
            let writer = cache.store.write(combination.response(response), for: key, length: length)
        else { return }
        for piece in combination.pieces {
            let (body, first) = piece.isNew ? (new, newPart.first) : (oldBody, oldPart.first)
            guard copy(piece.positions.lowerBound - first, piece.positions.count, of: body, to: writer) else {
                return writer.abandon()
            }
        }
        _ = writer.commit(replacing: [record.id, old.id], now: now)
    }

    private func copy(_ start: Int64, _ count: Int, of body: any CacheBody, to writer: any CacheWriter) -> Bool {
        var (offset, left) = (start, count)
        var buffer = [UInt8](repeating: 0, count: min(count, 64 * 1024))
        while left > 0 {
            // SAFETY: the array keeps its storage for the closure, and `read` writes at most that many bytes.
            let read = buffer.withUnsafeMutableBytes { bytes in
                try? body.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<min(left, bytes.count)]), at: offset)
            }
            guard let read, read > 0, writer.append(buffer.span.bytes.extracting(first: read)) else { return false }
            offset += Int64(read)
            left -= read
        }
        return true
    }
}
