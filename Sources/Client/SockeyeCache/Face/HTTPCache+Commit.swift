extension HTTPCache {
    /// The most bytes of parts that are combined: it happens before the call returns.
    private static let combinedLimit: Int64 = 16 * 1024 * 1024
    /// The most responses kept for one key. A server that varies by a field of many values would fill the store with
    /// responses that are never found again.
    private static let perKeyLimit = 32

    /// Stores a response that has arrived whole in place of those that it supersedes, and joins it with a part that it continues.
    /// Returns false if the store couldn't.
    package func commit(
        _ response: StoredResponse, _ writer: any CacheWriter, for key: CacheKey, now: Int64
    ) -> Bool {
        let stored = store.records(for: key)
        let superseded = Self.superseded(by: response, of: stored)
        guard let record = writer.commit(replacing: superseded, now: now) else { return false }
        flights.share(key)
        if response.part != nil { join(record, with: stored, for: key, now: now) }
        return true
    }

    /// Those that no request would select any more, and the oldest beyond the limit.
    private static func superseded(by response: StoredResponse, of stored: [CacheRecord]) -> [Int64] {
        let same = stored.filter {
            $0.response.varying == response.varying && $0.response.isHead == response.isHead
                && (response.part == nil || $0.response.part == response.part)
        }
        let others = stored.filter { record in !same.contains { $0.id == record.id } }
        let tooMany = others.sorted { $0.id < $1.id }.prefix(max(0, others.count + 1 - perKeyLimit))
        return (same + tooMany).map(\.id)
    }

    /// Combines a part with the first of the stored ones that it continues (RFC 9111 section 3.4).
    private func join(_ new: CacheRecord, with stored: [CacheRecord], for key: CacheKey, now: Int64) {
        for old in stored where new.bodyLength + old.bodyLength <= Self.combinedLimit {
            guard let combination = PartCombination(new: new.response, old: old.response) else { continue }
            guard let newPart = new.response.part, let oldPart = old.response.part,
                let newBody = store.body(of: new, now: now), let oldBody = store.body(of: old, now: now),
                let writer = store.write(
                    combination.response(new.response), for: key, length: Int64(combination.positions.count))
            else { return }
            for piece in combination.pieces {
                let (body, first) = piece.isNew ? (newBody, newPart.first) : (oldBody, oldPart.first)
                guard copy(piece.positions.lowerBound - first, piece.positions.count, of: body, to: writer) else {
                    return writer.abandon()
                }
            }
            _ = writer.commit(replacing: [new.id, old.id], now: now)
            return
        }
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
