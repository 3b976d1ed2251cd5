public import SockeyeClient
public import SockeyeURL

extension HTTPClient {
    /// Downloads a file: streamed, resumed if it was begun before, verified, and under its name only when it is whole.
    ///
    /// ```swift
    /// let file = try await client.download(
    ///     "https://example.com/big.iso", to: "big.iso", options: .init(segments: 8, checksum: .sha256("…"))
    /// ) { progress in print(progress.byteCount) }
    /// ```
    ///
    /// - Parameters:
    ///   - url: what to fetch.
    ///   - destination: a path, or `.folder` for the name that the server suggests.
    ///   - options: segments, digest, retries, limits; by default one stream, resumed, nothing replaced.
    ///   - observer: sees every exchange.
    ///   - progress: is called about ten times a second while bytes come; must be quick.
    /// - Returns: where the file is, and how sure it is that it is whole.
    /// - Throws: ``DownloadError``. What was fetched stays as `NAME.part`, and the same call resumes it, also after a
    ///   cancellation.
    @discardableResult
    public func download(
        _ url: some HTTPURLConvertible, to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions(), observer: (any ExchangeObserver)? = nil,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        try await download(.fetching(url), to: destination, options: options, observer: observer, progress: progress)
    }

    /// Downloads a file to the path `path`.
    @discardableResult
    public func download(
        _ url: some HTTPURLConvertible, to path: String,
        options: DownloadOptions = DownloadOptions(), observer: (any ExchangeObserver)? = nil,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        try await download(.fetching(url), to: .file(path), options: options, observer: observer, progress: progress)
    }

    /// Downloads what `request` asks for to the file of this path.
    @discardableResult
    public func download(
        _ request: Request, to path: String, options: DownloadOptions = DownloadOptions(),
        observer: (any ExchangeObserver)? = nil, progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        try await download(request, to: .file(path), options: options, observer: observer, progress: progress)
    }

    /// Downloads what `request` asks for; its own fields go along. Only GET without a Range of its own can be resumed.
    @discardableResult
    public func download(
        _ request: Request, to destination: DownloadDestination, options: DownloadOptions = DownloadOptions(),
        observer: (any ExchangeObserver)? = nil, progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        let downloader = Downloader(client: self, observer: observer, progress: progress)
        // On the event loop's thread: the bytes are written where they are received.
        return try await withTaskExecutorPreference(eventLoop) { () async throws(DownloadError) in
            try await downloader.download(request, to: destination, options)
        }
    }

    /// The first request that a download of `request` to `path` would make, and how many bytes it would resume. Nothing
    /// is sent or changed.
    public func planDownload(
        of request: Request, to path: String, options: DownloadOptions = DownloadOptions()
    ) async throws(DownloadError) -> (request: Request, resumedBytes: Int64) {
        try await Downloader(client: self, observer: nil, progress: nil).plan(request, to: path, options)
    }
}

extension Request {
    /// GET of `url`, as a download's.
    static func fetching(_ url: some HTTPURLConvertible) throws(DownloadError) -> Request {
        do throws(HTTPClientError) {
            return try .get(url)
        } catch {
            throw .client(error)
        }
    }
}
