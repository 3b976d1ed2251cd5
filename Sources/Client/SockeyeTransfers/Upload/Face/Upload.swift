public import SockeyeClient
internal import SockeyeIO
public import SockeyeURL
internal import Synchronization

/// An upload that can be watched, paused, resumed and cancelled.
///
/// ```swift
/// let upload = try Upload(file: "a.iso", to: "https://example.com/a.iso", with: client)
/// upload.start()
/// for await progress in upload.progress { … }        // ends with the upload
/// let answer = try await upload.result()
/// ```
///
/// ```
///            start                 it ends
///   idle ───────────→ running ──────────────→ ended (result)
///                      │    ▲  cancel ────────→ ended (.cancelled)
///                pause ▼    │ resume
///                     held: nothing is sent, the connection stays open
/// ```
///
/// While it is held, the server waits as long as it likes. Any task may call it. When the last reference goes, a
/// running upload is cancelled.
public final class Upload: Sendable {
    private enum State {
        case idle
        case running(Task<Void, Never>)
        case ended
    }

    private let client: HTTPClient
    private let request: Request
    private let options: UploadOptions
    private let pacing: SendPacing
    private let state = Mutex(State.idle)
    private let outcome = Outcome<UploadResult, UploadError>()
    private let sender: AsyncStream<UploadProgress>.Continuation

    /// The progress, about ten times a second while bytes go; a slow reader sees only the latest. One reader.
    public let progress: AsyncStream<UploadProgress>

    /// An upload of `request`, not started.
    public init(of request: Request, options: UploadOptions = UploadOptions(), with client: HTTPClient = .shared) {
        self.client = client
        self.request = request
        self.options = options
        pacing = SendPacing(bytesPerSecond: options.bytesPerSecond)
        (progress, sender) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// An upload of a file (PUT), not started.
    ///
    /// - Throws: `.invalidURL`, as `.client`.
    public convenience init(
        file path: String, to url: some HTTPURLConvertible, options: UploadOptions = UploadOptions(),
        with client: HTTPClient = .shared
    ) throws(UploadError) {
        self.init(of: try .putting(file: path, at: url, options, with: client), options: options, with: client)
    }

    deinit {
        if case .running(let task) = state.withLock({ $0 }) { task.cancel() }
        sender.finish()
    }

    /// Starts. A no-op once started.
    public func start() {
        state.withLock { state in
            guard case .idle = state else { return }
            state = .running(
                Task { [weak self, client, request, options, pacing, sender] in
                    let result = await SockeyeIO.outcome { () throws(UploadError) in
                        try await client.upload(
                            request, options: options, pacing: pacing, observer: nil, progress: { sender.yield($0) })
                    }
                    self?.ended(result)
                })
        }
    }

    /// Pauses after the current piece, until `resume()`.
    public func pause() {
        pacing.hold()
    }

    /// Resumes after `pause()`.
    public func resume() {
        pacing.release()
    }

    /// Stops for good. The server may keep the part that it has.
    public func cancel() {
        if case .running(let task) = state.withLock({ $0 }) { task.cancel() } else { ended(.failure(.cancelled)) }
    }

    /// Waits for the end. Cancelling the task that waits ends the wait, with `.cancelled`, and not the upload.
    public func result() async throws(UploadError) -> UploadResult {
        try await outcome.value(ifCancelled: .cancelled)
    }

    private func ended(_ result: Result<UploadResult, UploadError>) {
        state.withLock { $0 = .ended }
        sender.finish()
        outcome.settle(result)
    }
}
