internal import SockeyeIO
internal import Synchronization

/// What can be read only once, standard input and pipes: kept, since each URL and each retry of `-d @-` sends it, as in curl.
enum SpentInput {
    private static let kept = Mutex<[String: [UInt8]]>([:])

    /// All bytes of the file `path`, or of standard input for `-`, for the body of a request, the same each time. A pipe must
    /// have been written by the deadline.
    static func read(_ path: String, until deadline: Deadline) throws(InputError) -> [UInt8] {
        if let bytes = kept.withLock({ $0[path] }) { return bytes }
        // Before it is read: a name of a pipe may be gone afterwards.
        let isSpent = path == "-" || ((try? FileFacts(of: path)) ?? nil)?.kind == .other
        let bytes = try InputFile.read(path, isBody: true, until: deadline)
        if isSpent { kept.withLock { $0[path] = bytes } }
        return bytes
    }
}
