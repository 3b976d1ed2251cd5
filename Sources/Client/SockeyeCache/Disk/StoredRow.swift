#if DiskCache
    /// A row of the index that was checked, with its body if that is in the index.
    struct StoredRow {
        let record: CacheRecord
        /// The checksum: of the key and the head, which has the digests of the body.
        let sum: [UInt8]
        /// The digest of each block of the body.
        let blocks: [UInt8]
        /// The name of the body's file; `nil` if it is in the index.
        let file: [UInt8]?
        /// The body in the index, checked; `nil` if it is in a file.
        let body: MemoryBody?

        /// - Parameter row: key, head, sum, file and body.
        init?(_ id: Int64, _ row: SQLiteRow) {
            guard let key = row.blob(0), let head = row.blob(1), let sum = row.blob(2), sum == Self.sum(key, head),
                let coding = RecordCoding(head[...])
            else { return nil }
            self.sum = sum
            record = CacheRecord(id: id, response: coding.response, bodyLength: coding.bodyLength)
            blocks = coding.blocks
            file = row.blob(3)
            if file != nil {
                body = nil
            } else {
                let inline = row.blob(4) ?? []
                let isSound =
                    inline.isEmpty
                    || BlockDigests.matches(inline.span.bytes, block: 0, of: coding.blocks)
                guard Int64(inline.count) == coding.bodyLength, isSound else { return nil }
                body = MemoryBody(inline)
            }
        }

        static func sum(_ key: [UInt8], _ head: [UInt8]) -> [UInt8] {
            BlockDigests.digest(of: (key + [0] + head).span.bytes) ?? []
        }
    }

    /// The rows that were found last, which are likely to be wanted again: reading and checking one takes longer than all
    /// the rest of a hit. Whether a row is still the same is asked of the index each time, by its checksum.
    struct FoundRows {
        private var rows: [Int64: StoredRow] = [:]
        /// With bodies of at most 16 KiB in them, 2 MiB.
        private static let keptLimit = 128

        subscript(id: Int64) -> StoredRow? { rows[id] }

        mutating func keep(_ row: StoredRow) {
            if rows.count >= Self.keptLimit { rows = [:] }
            rows[row.record.id] = row
        }

        mutating func forget(_ id: Int64) { rows[id] = nil }
    }
#endif
