public import SockeyeClient
internal import SockeyeIO
public import SockeyeURL

extension HTTPClient {
    /// Downloads to a new file in the temporary folder (`TMPDIR`, by default `/tmp`), readable by its owner only.
    ///
    /// ```swift
    /// let file = try await client.download("https://example.com/big.iso")
    /// print(file.path, file.byteCount)
    /// ```
    ///
    /// The file is the caller's, to be moved or removed. Nothing stays of a download that fails, so that it can't be resumed:
    /// give a path for that.
    ///
    /// - Throws: ``SockeyeTransfers/DownloadError``.
    public func download(
        _ url: some HTTPURLConvertible, options: DownloadOptions = DownloadOptions(),
        observer: (any ExchangeObserver)? = nil, progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        var options = options
        options.fileMode = 0o600
        options.keepsPartial = false
        return try await download(
            url, to: Self.temporaryPath(), options: options, observer: observer, progress: progress)
    }

    /// A random name: the folder is shared, so the name must not be guessable.
    private static func temporaryPath() -> String {
        let folder = ThisProcess.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let number = { String(UInt64.random(in: 0 ... .max), radix: 36) }
        return "\(folder)/sockeye-\(number())\(number())"
    }
}
