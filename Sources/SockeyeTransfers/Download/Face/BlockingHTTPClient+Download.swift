public import SockeyeClient
public import SockeyeURL

extension BlockingHTTPClient {
    /// Fetches a file to the disk and returns when it is there: `HTTPClient.download` on the calling thread.
    ///
    /// - Throws: what went wrong; what was fetched is kept as `NAME.part`, and the same call goes on from there.
    public func download(
        _ url: some HTTPURLConvertible, to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions(), observer: (any ExchangeObserver)? = nil,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) throws(DownloadError) -> DownloadResult {
        do {
            let request = try Request.get(url)
            return try run { client in
                try await client.download(
                    request, to: destination, options: options, observer: observer, progress: progress)
            }
        } catch let error as DownloadError {
            throw error
        } catch let error as HTTPClientError {
            throw .client(error)
        } catch {
            throw .cancelled
        }
    }

    /// Fetches a file to the disk, under the path `path`.
    public func download(
        _ url: some HTTPURLConvertible, to path: String,
        options: DownloadOptions = DownloadOptions(), observer: (any ExchangeObserver)? = nil,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) throws(DownloadError) -> DownloadResult {
        try download(url, to: .file(path), options: options, observer: observer, progress: progress)
    }
}
