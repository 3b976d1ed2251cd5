internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeURL

extension Download {
    /// What an unfinished download left on the disk: enough to show "61 %" before anything is asked.
    public struct PartialState: Sendable, Hashable {
        /// The file that has them, `NAME.part`.
        public let path: String
        /// Bytes that are there and would be kept if the server's file is still the same.
        public let byteCount: Int64
        /// The length of the whole; `nil` if unknown.
        public let total: Int64?
        /// The URL it came from, without user and password; `nil` if there is no record yet, or the bytes are another program's.
        public let url: String?

        /// The share that is there, from 0 to 1; `nil` while the total is unknown.
        public var fraction: Double? {
            guard let total, total > 0 else { return nil }
            return min(1, Double(byteCount) / Double(total))
        }
    }

    /// The state of the download that would be resumed at `path`, read from `NAME.part` and its record. Nothing is asked, locked
    /// or changed.
    ///
    /// - Returns: `nil` if nothing is there.
    /// - Throws: `.recordRefused` for a record that can't be used, `.file` and `.notOurs` as a download would.
    public static func partialState(at path: String) throws(DownloadError) -> PartialState? {
        let partial = FileSuffix.partial.path(beside: path)
        guard try PartialFile.hasOwnFile(partial), let facts = try FileFacts.found(of: partial) else { return nil }
        let remains = try PartialFile.remains(of: path, size: facts.size)
        return PartialState(
            path: partial, byteCount: remains.present.byteCount, total: remains.record?.total,
            url: remains.record.flatMap { $0.url.isEmpty ? nil : $0.url })
    }
}
