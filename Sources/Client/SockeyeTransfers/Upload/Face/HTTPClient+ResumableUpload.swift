internal import HTTPTypes
public import SockeyeClient
internal import SockeyeIO
package import SockeyeURL

extension HTTPClient {
    /// Uploads a file so that a cut upload resumes, in this run or, after a crash, with the next call for the same
    /// file and URL.
    ///
    /// ```swift
    /// let result = try await client.uploadResumably("big.iso", to: .put("https://example.com/files/big.iso", body:
    /// .none))
    /// ```
    ///
    /// The state is kept in `big.iso.sockeye-upload` until the upload is complete. It is bound to the file's
    /// length, time and inode: the bytes of two versions of a file are never mixed. A server that offers no resumption is
    /// sent the file in one request.
    ///
    /// If the server wants the bytes at another origin, the request's credentials and cookies stay behind.
    ///
    /// - Parameters:
    ///   - path: a regular file. It is locked (`flock(2)`) while it is sent.
    ///   - request: with tus, its URL is where uploads are created; with the draft it is a plain upload's request, and
    ///     its method (PUT or POST) is kept. Its fields go along; its body is ignored.
    ///   - options: the protocol, the retries, the limits.
    ///   - observer: sees every exchange.
    ///   - report: is called with the progress, on the sending task; must be quick.
    /// - Returns: the server's response to the whole file, unless it was lost. Nothing less is a success.
    /// - Throws: ``SockeyeTransfers/ResumableUploadError``.
    @discardableResult
    public func uploadResumably(
        _ path: String, to request: Request, options: ResumableUploadOptions = ResumableUploadOptions(),
        observer: (any ExchangeObserver)? = nil, report: (@Sendable (ResumableUploadReport) -> Void)? = nil
    ) async throws(ResumableUploadError) -> ResumableUploadResult {
        try await uploader(path, request, options, observer, report).run()
    }

    /// Asks the server (OPTIONS) how uploads to `request`'s URL can be resumed.
    ///
    /// - Returns: `nil` if it does not say; it may still speak the draft.
    /// - Throws: `HTTPClientError`.
    public func resumableProtocol(
        at request: Request, observer: (any ExchangeObserver)? = nil
    ) async throws(HTTPClientError) -> ResumableProtocol? {
        var question = request
        question.method = .options
        question.body = .none
        question.expectsContinue = false
        return switch UploadDialect(UploadAnswer(try await send(question, observer: observer))) {
        case .tus: .tus
        case .draft: .ietf
        case .unknown: nil
        }
    }

    /// Whether an earlier call noted where a server takes the rest of the file (`FILE.sockeye-upload`, or
    /// ``SockeyeTransfers/ResumableUploadOptions/statePath``).
    public static func hasUnfinishedUpload(of path: String, statePath: String? = nil) -> Bool {
        (try? FileFacts(of: statePath ?? uploadStatePath(of: path), followingLinks: false))?.kind == .regular
    }

    /// Whether an earlier call noted where the server takes the rest of the file that goes to `url`.
    package static func hasUnfinishedUpload(of path: String, to url: HTTPURL) -> Bool {
        (try? UploadJournal.load(uploadStatePath(of: path)))?.isOf(url) ?? false
    }

    /// Where the state of an upload of the file at `path` is kept, unless
    /// ``SockeyeTransfers/ResumableUploadOptions/statePath`` says otherwise.
    public static func uploadStatePath(of path: String) -> String { FileSuffix.upload.path(beside: path) }

    /// Abandons an incomplete upload: tells the server to drop what it has (tus: termination; the draft:
    /// cancellation) and removes the state.
    ///
    /// - Returns: whether there was one to `request`'s URL. One to another URL stays.
    /// - Throws: ``SockeyeTransfers/ResumableUploadError``; the state stays if the server could not be told, or refused.
    @discardableResult
    public func abandonUpload(
        of path: String, to request: Request, options: ResumableUploadOptions = ResumableUploadOptions(),
        observer: (any ExchangeObserver)? = nil
    ) async throws(ResumableUploadError) -> Bool {
        let uploader = try uploader(path, request, options, observer, nil)
        defer { uploader.journal.release() }
        guard let record = try uploader.journal.load(), record.isOf(uploader.target) else { return false }
        try await uploader.cancel(record.place, record.spoken)
        uploader.journal.remove()
        return true
    }

    private func uploader(
        _ path: String, _ request: Request, _ options: ResumableUploadOptions, _ observer: (any ExchangeObserver)?,
        _ report: (@Sendable (ResumableUploadReport) -> Void)?
    ) throws(ResumableUploadError) -> ResumableUploader {
        ResumableUploader(
            client: self, request: request, target: request.url, options: options,
            journal: try UploadJournal(of: path, recordPath: options.statePath), observer: observer, report: report,
            pacing: SendPacing(bytesPerSecond: options.bytesPerSecond),
            end: options.totalTime.map { .after($0) })
    }
}
