public import SockeyeClient
public import SockeyeURL

extension HTTPClient {
    /// Downloads a file: streamed, resumed if possible, verified, and renamed to its name only when complete.
    ///
    /// ```swift
    /// let file = try await client.download(
    ///     "https://example.com/big.iso", to: "big.iso", options: .init(segments: 8, checksum: .sha256("…"))
    /// ) { progress in print(progress.byteCount) }
    /// ```
    ///
    /// - Parameters:
    ///   - url: the URL to fetch.
    ///   - destination: a path, or `.folder` for the name that the server suggests.
    ///   - options: segments, digest, retries, limits; by default one stream, resumed, nothing replaced.
    ///   - observer: gets the events of every exchange.
    ///   - progress: called about ten times a second while bytes arrive, and once when the file is there; must be quick.
    /// - Returns: the file's path, and how its completeness was determined.
    /// - Throws: ``SockeyeTransfers/DownloadError``. Received bytes stay in `NAME.part`, and the same call resumes from
    ///   there, also after cancellation.
    @discardableResult
    public func download(
        _ url: some HTTPURLConvertible, to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions(), observer: (any ExchangeObserver)? = nil,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        try await download(fetching(url), to: destination, options: options, observer: observer, progress: progress)
    }

    /// Downloads a file to the path `path`.
    @discardableResult
    public func download(
        _ url: some HTTPURLConvertible, to path: String,
        options: DownloadOptions = DownloadOptions(), observer: (any ExchangeObserver)? = nil,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        try await download(fetching(url), to: .file(path), options: options, observer: observer, progress: progress)
    }

    /// Downloads the response to `request` to `path`.
    @discardableResult
    public func download(
        _ request: Request, to path: String, options: DownloadOptions = DownloadOptions(),
        observer: (any ExchangeObserver)? = nil, progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        try await download(request, to: .file(path), options: options, observer: observer, progress: progress)
    }

    /// Downloads the response to `request`. Only a GET without its own Range field can be resumed.
    @discardableResult
    public func download(
        _ request: Request, to destination: DownloadDestination, options: DownloadOptions = DownloadOptions(),
        observer: (any ExchangeObserver)? = nil, progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        let downloader = Downloader(client: self, observer: observer, progress: progress)
        // On the event loop's thread, which receives and writes the bytes.
        return try await withTaskExecutorPreference(eventLoop) { () async throws(DownloadError) in
            try await downloader.download(request, to: destination, options)
        }
    }

    /// The first request that a download of `request` to `path` would send, and how many bytes it would resume. Nothing
    /// is sent or changed.
    package func planDownload(
        of request: Request, to path: String, options: DownloadOptions = DownloadOptions()
    ) async throws(DownloadError) -> (request: Request, resumedBytes: Int64) {
        try await Downloader(client: self, observer: nil, progress: nil).plan(request, to: path, options)
    }
}

extension HTTPClient {
    /// A GET request for a download of `url`, which may be relative to the configuration's `baseURL`.
    func fetching(_ url: some HTTPURLConvertible) throws(DownloadError) -> Request {
        do throws(HTTPClientError) {
            return Request(url: try resolve(url))
        } catch {
            throw .client(error)
        }
    }
}
