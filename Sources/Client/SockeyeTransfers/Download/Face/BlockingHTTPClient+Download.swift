public import SockeyeClient
public import SockeyeURL

extension BlockingHTTPClient {
    /// Downloads a file on the calling thread: `HTTPClient.download`, blocking.
    ///
    /// - Throws: ``SockeyeTransfers/DownloadError``. What was fetched stays as `NAME.part`, and the same call resumes it.
    public func download(
        _ url: some HTTPURLConvertible, to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions(), observer: (any ExchangeObserver)? = nil,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) throws(DownloadError) -> DownloadResult {
        do {
            let request = Request(url: try resolve(url))
            return try run { client in
                try await client.download(
                    request, to: destination, options: options, observer: observer, progress: progress)
            }
        } catch {
            throw DownloadError(error)
        }
    }

    /// Downloads a file to the path `path`.
    public func download(
        _ url: some HTTPURLConvertible, to path: String,
        options: DownloadOptions = DownloadOptions(), observer: (any ExchangeObserver)? = nil,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) throws(DownloadError) -> DownloadResult {
        try download(url, to: .file(path), options: options, observer: observer, progress: progress)
    }
}
