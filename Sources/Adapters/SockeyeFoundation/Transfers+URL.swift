public import FoundationEssentials
public import SockeyeClient
public import SockeyeTransfers
public import SockeyeURL

extension DownloadDestination {
    /// The file at a file URL.
    ///
    /// - Throws: ``SockeyeFoundation/FileURLError``.
    public static func file(_ url: URL) throws(FileURLError) -> DownloadDestination { .file(try url.localPath()) }

    /// A file in the folder at a file URL, named by the server.
    ///
    /// - Throws: ``SockeyeFoundation/FileURLError``.
    public static func folder(_ url: URL) throws(FileURLError) -> DownloadDestination { .folder(try url.localPath()) }
}

extension HTTPClient {
    /// Downloads a file to the file URL `file`.
    ///
    /// - Throws: ``SockeyeTransfers/DownloadError``, ``SockeyeFoundation/FileURLError``.
    @discardableResult
    public func download(
        _ url: some HTTPURLConvertible, to file: URL, options: DownloadOptions = DownloadOptions(),
        observer: (any ExchangeObserver)? = nil, progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws -> DownloadResult {
        try await download(url, to: .file(file), options: options, observer: observer, progress: progress)
    }

    /// Downloads the response to `request` to the file URL `file`.
    ///
    /// - Throws: ``SockeyeTransfers/DownloadError``, ``SockeyeFoundation/FileURLError``.
    @discardableResult
    public func download(
        _ request: Request, to file: URL, options: DownloadOptions = DownloadOptions(),
        observer: (any ExchangeObserver)? = nil, progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws -> DownloadResult {
        try await download(request, to: .file(file), options: options, observer: observer, progress: progress)
    }

    /// Uploads the file at a file URL to `url` (PUT).
    ///
    /// - Throws: ``SockeyeTransfers/UploadError``, ``SockeyeFoundation/FileURLError``.
    @discardableResult
    public func upload(
        file: URL, to url: some HTTPURLConvertible, options: UploadOptions = UploadOptions(),
        observer: (any ExchangeObserver)? = nil, progress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadResult {
        try await upload(file: file.localPath(), to: url, options: options, observer: observer, progress: progress)
    }
}

extension Download {
    /// A download of `url` to the file URL `file`, not started.
    ///
    /// - Throws: `.invalidURL`, as `.client`; ``SockeyeFoundation/FileURLError``.
    public convenience init(
        of url: some HTTPURLConvertible, to file: URL, options: DownloadOptions = DownloadOptions(),
        with client: HTTPClient = .shared
    ) throws {
        try self.init(of: url, to: .file(file), options: options, with: client)
    }

    /// The state of the download that would be resumed at the file URL `file`.
    ///
    /// - Throws: ``SockeyeTransfers/DownloadError``, ``SockeyeFoundation/FileURLError``.
    public static func partialState(at file: URL) throws -> PartialState? {
        try partialState(at: file.localPath())
    }
}

extension Response {
    /// Saves the rest of the body as the file at a file URL.
    ///
    /// - Throws: ``SockeyeTransfers/DownloadError``, ``SockeyeFoundation/FileURLError``.
    @discardableResult
    public func save(to file: URL, options: DownloadOptions = DownloadOptions()) async throws -> DownloadResult {
        try await save(to: file.localPath(), options: options)
    }

    /// Saves the rest of the body in the folder at a file URL, under the name that the server suggests.
    ///
    /// - Throws: ``SockeyeTransfers/DownloadError``, ``SockeyeFoundation/FileURLError``.
    @discardableResult
    public func saved(in folder: URL, options: DownloadOptions = DownloadOptions()) async throws -> DownloadResult {
        try await saved(in: folder.localPath(), options: options)
    }
}

extension DownloadResult {
    /// The file as a URL.
    public var fileURL: URL { URL(filePath: path) }
}

extension CookieJar {
    /// Adds the cookies of the file at a file URL, in the Netscape format.
    ///
    /// - Throws: `IOError`, ``SockeyeFoundation/FileURLError``.
    public func load(from file: URL) throws { try load(from: file.localPath()) }

    /// Atomically replaces the file at a file URL with the unexpired cookies.
    ///
    /// - Throws: `IOError`, ``SockeyeFoundation/FileURLError``.
    public func save(to file: URL) throws { try save(to: file.localPath()) }
}

extension HSTSStore {
    /// Adds the hosts of the file at a file URL, in curl's format.
    ///
    /// - Throws: `IOError`, ``SockeyeFoundation/FileURLError``.
    public func load(from file: URL) throws { try load(from: file.localPath()) }

    /// Atomically replaces the file at a file URL with the unexpired hosts.
    ///
    /// - Throws: `IOError`, ``SockeyeFoundation/FileURLError``.
    public func save(to file: URL) throws { try save(to: file.localPath()) }
}
