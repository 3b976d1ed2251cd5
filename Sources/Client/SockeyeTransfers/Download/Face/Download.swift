public import SockeyeClient
internal import SockeyeIO
public import SockeyeURL
internal import Synchronization

/// A download that can be paused, resumed, cancelled and watched.
///
/// ```swift
/// let download = try Download(of: "https://example.com/big.iso", to: "big.iso", with: client)
/// download.start()
/// for await progress in download.progress { … }      // ends with the download
/// let file = try await download.result()
/// ```
///
/// ```
///            start                 it ends
///   idle ───────────→ running ──────────────→ ended (result)
///                      │    ▲  cancel ────────→ ended (.cancelled)
///                pause ▼    │ resume
///                     paused: state saved, connections free
/// ```
///
/// Any task may call it. When the last reference goes, a running download is cancelled; its bytes are kept.
public final class Download: Sendable {
    private enum State {
        case idle
        case running(Task<Void, Never>)
        case paused
        case ended
    }

    private struct Shared {
        var state = State.idle
        var request: Request
        /// Counts the starts, so that a paused run cannot end the next one.
        var run = 0
        /// Tasks waiting for the pause to be complete.
        var pausing: [CheckedContinuation<Void, Never>] = []
    }

    private let client: HTTPClient
    private let destination: DownloadDestination
    private let options: DownloadOptions
    private let shared: Mutex<Shared>
    private let outcome = Outcome<DownloadResult, DownloadError>()
    private let sender: AsyncStream<DownloadProgress>.Continuation

    /// The progress, about ten times a second while it runs; a slow reader sees only the latest. One reader.
    public let progress: AsyncStream<DownloadProgress>

    /// A download of `request`, not started.
    public init(
        of request: Request, to destination: DownloadDestination, options: DownloadOptions = DownloadOptions(),
        with client: HTTPClient = .shared
    ) {
        self.client = client
        self.destination = destination
        self.options = options
        shared = Mutex(Shared(request: request))
        (progress, sender) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// A download of `url`, not started.
    ///
    /// - Throws: `.invalidURL`, as `.client`.
    public convenience init(
        of url: some HTTPURLConvertible, to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions(), with client: HTTPClient = .shared
    ) throws(DownloadError) {
        self.init(of: try client.fetching(url), to: destination, options: options, with: client)
    }

    /// A download of `url` to the file of this path, not started.
    public convenience init(
        of url: some HTTPURLConvertible, to path: String, options: DownloadOptions = DownloadOptions(),
        with client: HTTPClient = .shared
    ) throws(DownloadError) {
        self.init(of: try client.fetching(url), to: .file(path), options: options, with: client)
    }

    /// A download of `request` to the file of this path, not started.
    public convenience init(
        of request: Request, to path: String, options: DownloadOptions = DownloadOptions(),
        with client: HTTPClient = .shared
    ) {
        self.init(of: request, to: .file(path), options: options, with: client)
    }

    deinit {
        if case .running(let task) = shared.withLock({ $0.state }) { task.cancel() }
        sender.finish()
    }

    /// Starts, or resumes after a pause. A no-op while it runs and after the end.
    public func start() {
        shared.withLock { shared in
            switch shared.state {
            case .idle, .paused: break
            case .running, .ended: return
            }
            shared.run += 1
            let (run, request) = (shared.run, shared.request)
            shared.state = .running(
                Task { [weak self, client, destination, options, sender] in
                    let result = await SockeyeIO.outcome { () throws(DownloadError) in
                        try await client.download(request, to: destination, options: options) { sender.yield($0) }
                    }
                    self?.ended(run, result)
                })
        }
    }

    /// Resumes after a pause, at another URL if one is given: a new signature for the same file. Whether it is the same
    /// is checked as after a restart.
    public func resume(at url: HTTPURL? = nil) {
        if let url { shared.withLock { $0.request.url = url } }
        start()
    }

    /// Stops; returns when the state is saved and the connections are free. `start()` resumes.
    public func pause() async {
        await withCheckedContinuation { continuation in
            let isDone = shared.withLock { shared in
                guard case .running(let task) = shared.state else { return true }
                shared.pausing.append(continuation)
                task.cancel()
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    /// Stops for good; returns when the state is saved.
    ///
    /// - Returns: what another download, in this process or another, can resume from; `nil` if this one had ended already.
    @discardableResult
    public func cancel() async -> DownloadToken? {
        await pause()
        let request = shared.withLock { shared -> Request? in
            switch shared.state {
            case .ended, .running: return nil
            case .idle, .paused: break
            }
            shared.state = .ended
            return shared.request
        }
        guard let request else { return nil }
        sender.finish()
        outcome.settle(.failure(.cancelled))
        guard case .file(let path) = destination else { return nil }
        let url = request.url
        return DownloadToken(url: url.withoutCredentials.href, path: path)
    }

    /// Waits for the end, across pauses. Cancelling the task that waits ends the wait, with `.cancelled`, and not the download.
    public func result() async throws(DownloadError) -> DownloadResult {
        try await outcome.value(ifCancelled: .cancelled)
    }

    private func ended(_ run: Int, _ result: Result<DownloadResult, DownloadError>) {
        let (isEnded, pausing) = shared.withLock { shared -> (Bool, [CheckedContinuation<Void, Never>]) in
            guard run == shared.run, case .running = shared.state else { return (false, []) }
            defer { shared.pausing = [] }
            // Cancelled by a pause, so it may be resumed; unless it was complete before.
            if !shared.pausing.isEmpty, case .failure(.cancelled) = result {
                shared.state = .paused
                return (false, shared.pausing)
            }
            shared.state = .ended
            return (true, shared.pausing)
        }
        if isEnded {
            sender.finish()
            outcome.settle(result)
        }
        for continuation in pausing { continuation.resume() }
    }
}

/// What a cancelled download can be resumed from: the rest is in the partial file and its record. It holds the URL without
/// user name and password, since it may be stored: these come from the client's configuration, or from the URL of
/// ``download(at:options:with:)``.
public struct DownloadToken: Sendable, Hashable, LosslessStringConvertible {
    /// The source.
    public var url: String
    /// The destination.
    public var path: String

    /// A token by URL and path.
    public init(url: String, path: String) {
        self.url = url
        self.path = path
    }

    /// Parses a `description`.
    public init?(_ description: String) {
        // A URL holds no space.
        // By octets: a space and a combining mark after it are one character.
        let parts = description.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard parts.count == 2, let url = String(parts[0]), let path = String(parts[1]) else { return nil }
        self.init(url: url, path: path)
    }

    /// The token as text, to be stored.
    public var description: String { "\(url) \(path)" }

    /// The download that resumes, at another URL if one is given. Not started.
    public func download(
        at newURL: String? = nil, options: DownloadOptions = DownloadOptions(), with client: HTTPClient = .shared
    ) throws(DownloadError) -> Download {
        try Download(of: newURL ?? url, to: .file(path), options: options, with: client)
    }
}
