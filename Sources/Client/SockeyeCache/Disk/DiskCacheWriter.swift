#if DiskCache
    internal import CDiskCache
    internal import SockeyeDigest

    // SAFETY: one exchange writes it, one call at a time.
    /// A body on its way to the disk: in memory while it is small, then in a file that has no name until it is complete.
    final class DiskCacheWriter: CacheWriter, @unchecked Sendable {
        /// Bodies up to this length are kept in the index.
        static let inlineLimit = 16 * 1024
        /// Bytes that are written to the file at once.
        private static let pieceSize = 64 * 1024

        private let store: DiskCacheStore
        private let response: StoredResponse
        private let key: CacheKey
        private let largest: Int64
        private var pending: [UInt8] = []
        private var file: CacheFile?
        private var fileLength: Int64 = 0
        private var digests = BlockDigests()
        private var isOver = false

        init(_ store: DiskCacheStore, _ response: StoredResponse, _ key: CacheKey, largest: Int64) {
            self.store = store
            self.response = response
            self.key = key
            self.largest = largest
        }

        func append(_ bytes: RawSpan) -> Bool {
            if isOver || Int64(bytes.byteCount) > largest - digests.length || (try? digests.add(bytes)) == nil {
                abandon()
                return false
            }
            // SAFETY: the span's bytes are initialised, and `append` copies them before the closure returns.
            bytes.withUnsafeBytes { pending.append(contentsOf: $0) }
            let limit = file == nil ? Self.inlineLimit : Self.pieceSize
            if pending.count > limit, !flush() {
                abandon()
                return false
            }
            return true
        }

        private func flush() -> Bool {
            if file == nil { file = CacheFile(sockeye_cache_unnamed(store.folder.bodies, 0o600)) }
            guard let file else { return false }
            // SAFETY: the array keeps its storage for the closure, and `pwrite` keeps no pointer.
            let result = pending.withUnsafeBytes {
                sockeye_cache_pwrite(file.number, $0.baseAddress, $0.count, fileLength)
            }
            fileLength += Int64(pending.count)
            pending.removeAll(keepingCapacity: true)
            return result == 0
        }

        func commit(replacing replaced: [Int64], now: Int64) -> CacheRecord? {
            if isOver { return nil }
            defer { abandon() }
            let length = digests.length
            if file != nil, !pending.isEmpty, !flush() { return nil }
            guard let blocks = try? digests.finish() else { return nil }
            let coding = RecordCoding(response: response, bodyLength: length, blocks: blocks)
            return store.insert(coding, key, inline: file == nil ? pending : nil, file, replacing: replaced, now: now)
        }

        func abandon() {
            isOver = true
            pending = []
            file = nil
        }
    }
#endif
