internal import SockeyeIO

/// What is in the record beside a file. Its writer decides which bytes are relied on, and where a file and its credentials go.
struct RecordBytes {
    /// One byte more than the limit if it is longer; none if it is no regular file.
    let bytes: [UInt8]
    /// Why another user may have written it, if so: it must not be used then.
    let foreignness: String?

    /// Reads the record, but not through a link; `nil` if there is none.
    init?(of path: String, limit: Int) throws(FileError) {
        do throws(FileError) {
            let file = try File(path, [.reading, .notThroughLink, .withoutWaiting])
            let facts = try file.facts()
            foreignness = facts.foreignness
            bytes = facts.kind == .regular ? try file.read(limit + 1, at: 0) : []
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }
}
