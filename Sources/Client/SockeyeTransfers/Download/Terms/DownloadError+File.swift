internal import SockeyeClient
internal import SockeyeIO

extension FileFacts {
    /// The facts of `path`, `nil` if there is no such file; errors become `DownloadError`.
    static func found(of path: String, followingLinks: Bool = true) throws(DownloadError) -> FileFacts? {
        try DownloadError.wrapping { () throws(FileError) in try FileFacts(of: path, followingLinks: followingLinks) }
    }

    /// Whether the file has this name. Asked once it is locked: the previous holder may have removed or replaced it.
    func isStill(at path: String) throws(DownloadError) -> Bool {
        try FileFacts.found(of: path, followingLinks: false)?.identity == identity
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

extension DownloadError {
    /// What a request, or the use of its response, failed with.
    init(_ error: any Error) {
        switch error {
        case let error as DownloadError: self = error
        case let error as HTTPClientError: self = error.cause == .cancelled ? .cancelled : .client(error)
        case let error as FileError: self = .file(error)
        case is CancellationError: self = .cancelled
        default: self = .refused("\(error)", status: nil)
        }
    }
}
