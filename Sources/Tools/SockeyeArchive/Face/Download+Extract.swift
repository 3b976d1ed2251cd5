public import SockeyeTransfers

extension Download {
    /// Waits for the download, and unpacks its file with `Archive.extract`. The file stays.
    ///
    /// - Throws: `DownloadError` of the download, `ArchiveError` of the extraction.
    @discardableResult
    public func extract(
        to folder: String? = nil, password: String? = nil, limits: ExtractionLimits = ExtractionLimits(),
        isDurable: Bool = true,
        progress: (@Sendable (ExtractionProgress) -> Void)? = nil
    ) async throws -> ExtractionResult {
        try await Archive.extract(
            try await result().path, to: folder, password: password, limits: limits, isDurable: isDurable,
            progress: progress)
    }
}

extension DownloadResult {
    /// Unpacks the downloaded file with `Archive.extract`. The file stays.
    @discardableResult
    public func extract(
        to folder: String? = nil, password: String? = nil, limits: ExtractionLimits = ExtractionLimits(),
        isDurable: Bool = true,
        progress: (@Sendable (ExtractionProgress) -> Void)? = nil
    ) async throws(ArchiveError) -> ExtractionResult {
        try await Archive.extract(
            path, to: folder, password: password, limits: limits, isDurable: isDurable, progress: progress)
    }
}
