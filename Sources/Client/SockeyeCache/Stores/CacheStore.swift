internal import HTTPTypes

/// Where responses are kept. Calls return quickly and never fail: what can't be read is missing, what can't be written isn't
/// stored.
package protocol CacheStore: Sendable {
    /// Everything stored for `key`, complete responses and parts.
    func records(for key: CacheKey) -> [CacheRecord]

    /// The body of a record; `nil` if it is gone or damaged, and then the record is too. Counts as a use.
    ///
    /// - Parameters:
    ///   - record: one of those that the store returned.
    ///   - now: seconds since 1970.
    func body(of record: CacheRecord, now: Int64) -> (any CacheBody)?

    /// Begins to store a response; `nil` if the store can't or won't.
    ///
    /// - Parameters:
    ///   - response: its head and times.
    ///   - key: what it is stored under.
    ///   - length: the length of its body, if known.
    func write(_ response: StoredResponse, for key: CacheKey, length: Int64?) -> (any CacheWriter)?

    /// Replaces what is stored of a response besides its body.
    func update(_ record: CacheRecord, for key: CacheKey)

    /// Removes records of `key`.
    func remove(_ ids: [Int64], for key: CacheKey)

    /// Removes everything stored for `key`.
    func remove(_ key: CacheKey)

    /// The keys of what is stored of a URL, in all partitions.
    func keys(of url: String) -> [CacheKey]

    /// Removes everything.
    func removeAll()

    /// Lists what is stored, the most recently used first.
    func entries() -> [CacheEntry]

    /// Writes what is kept back, such as which entries were used last. Call it before a process ends.
    func flush()

    /// The bytes it takes: bodies, and about what is stored of heads.
    var size: Int64 { get }
}

/// A stored body.
package protocol CacheBody: AnyObject, Sendable {
    /// Its length in bytes.
    var length: Int64 { get }

    /// Reads up to `buffer.count` bytes at `offset`, checked against their digest.
    ///
    /// - Returns: the number of bytes; at least 1 before the end.
    /// - Throws: ``CacheDamage`` if the bytes are not those that were stored.
    // SAFETY: the buffer is the caller's for the call, and nothing keeps it.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(CacheDamage) -> Int

    /// Writes bytes from `offset` into an open file, with less copying than ``read(into:at:)`` needs; `nil` if it can't,
    /// the default.
    ///
    /// - Parameters:
    ///   - offset: where in the body.
    ///   - limit: the most bytes.
    ///   - descriptor: the file.
    ///   - position: where in the file.
    /// - Returns: the number of bytes, at least 1 before the end, or the negative error number of the file.
    func copy(
        from offset: Int64, atMost limit: Int64, to descriptor: Int32, at position: Int64
    ) throws(CacheDamage) -> Int?

    /// Whether ``copy(from:atMost:to:at:)`` can; default false.
    var isFile: Bool { get }
}

extension CacheBody {
    /// It can't.
    package func copy(
        from offset: Int64, atMost limit: Int64, to descriptor: Int32, at position: Int64
    ) throws(CacheDamage) -> Int? { nil }
    /// It isn't.
    package var isFile: Bool { false }
}

/// Stored bytes that changed or can't be read.
package struct CacheDamage: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, for people.
    package let description: String

    /// Damage.
    package init(_ description: String) {
        self.description = description
    }
}

/// A response on its way into a store. Unless it is committed, nothing of it is seen.
package protocol CacheWriter: AnyObject, Sendable {
    /// Appends bytes of the body.
    ///
    /// - Returns: false once the store gives up, such as for a full disk or a body that is too large.
    func append(_ bytes: RawSpan) -> Bool

    /// Stores the response, now complete, in place of the records `replaced` of its key.
    ///
    /// - Returns: the new record; `nil` if it couldn't be stored.
    func commit(replacing replaced: [Int64], now: Int64) -> CacheRecord?

    /// Drops it.
    func abandon()
}

extension CacheStore {
    /// Nothing is kept back.
    package func flush() {}
}

extension StoredResponse {
    /// About what its head takes.
    var headSize: Int64 {
        var size: Int64 = 256
        for field in fields { size += Int64(field.name.rawName.utf8.count + field.value.utf8.count + 4) }
        return size
    }
}
