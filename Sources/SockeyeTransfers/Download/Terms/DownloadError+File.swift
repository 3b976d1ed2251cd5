internal import SockeyeIO

extension FileFacts {
    /// The facts of `path`, `nil` if there is no such file; errors become `DownloadError`.
    static func found(of path: String, followingLinks: Bool = true) throws(DownloadError) -> FileFacts? {
        try DownloadError.wrapping { () throws(FileError) in try FileFacts(of: path, followingLinks: followingLinks) }
    }
}

extension DownloadError {
    /// Runs `work`; a `FileError` becomes `DownloadError.file`.
    static func wrapping<Value>(_ work: () throws(FileError) -> Value) throws(DownloadError) -> Value {
        do throws(FileError) {
            return try work()
        } catch {
            throw .file(error)
        }
    }
}
