internal import HTTPTypes
public import SockeyeClient
internal import SockeyeHTTP1
public import SockeyeURL

extension HTTPClient {
    /// Uploads a file to `url` (PUT), streamed from the disk. It is done only when the server has taken all of it and says so.
    ///
    /// ```swift
    /// try await client.upload(file: "a.png", to: "https://example.com/a.png") { print($0.byteCount) }
    /// ```
    ///
    /// - Parameters:
    ///   - path: the file. It must not change until it is sent.
    ///   - url: the destination. The file's name is appended if it ends in a slash.
    ///   - options: expectation, rate, digests.
    ///   - observer: sees every exchange.
    ///   - progress: is called about ten times a second while bytes go; must be quick.
    /// - Throws: ``SockeyeTransfers/UploadError``, also for a status other than 2xx.
    @discardableResult
    public func upload(
        file path: String, to url: some HTTPURLConvertible, options: UploadOptions = UploadOptions(),
        observer: (any ExchangeObserver)? = nil, progress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws(UploadError) -> UploadResult {
        try await upload(
            .putting(file: path, at: url, options, with: self), options: options, observer: observer, progress: progress
        )
    }

    /// Sends `request` with its body, whatever its method, and checks that the server accepted all of it.
    @discardableResult
    public func upload(
        _ request: Request, options: UploadOptions = UploadOptions(), observer: (any ExchangeObserver)? = nil,
        progress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws(UploadError) -> UploadResult {
        try await upload(
            request, options: options, pacing: options.bytesPerSecond.map { SendPacing(bytesPerSecond: $0) },
            observer: observer, progress: progress)
    }

    func upload(
        _ request: Request, options: UploadOptions, pacing: SendPacing?, observer: (any ExchangeObserver)?,
        progress: (@Sendable (UploadProgress) -> Void)?
    ) async throws(UploadError) -> UploadResult {
        // On the event loop's thread: the bytes are read where they are sent.
        try await withTaskExecutorPreference(eventLoop) { () async throws(UploadError) in
            try await uploadHere(request, options: options, pacing: pacing, observer: observer, progress: progress)
        }
    }

    private func uploadHere(
        _ request: Request, options: UploadOptions, pacing: SendPacing?, observer: (any ExchangeObserver)?,
        progress: (@Sendable (UploadProgress) -> Void)?
    ) async throws(UploadError) -> UploadResult {
        var request = request
        try await UploadDigests.add(options.digests, to: &request)
        request.expectsContinue = request.expectsContinue || options.expects(for: request)
        if let pacing { request.body = request.body.paced(by: pacing) }
        let watch = progress.map { UploadWatch(passingTo: observer, $0) }
        defer { watch?.finish() }
        let total = request.body.length
        do {
            return try await perform(request, observer: watch ?? observer) { response in
                let body = try await response.body.prefix(max(0, options.answerLimit))
                if response.status.kind == .successful { try await response.finishSending() }
                let sent = response.sentBodyBytes
                guard response.status.kind == .successful else {
                    throw UploadError.refused(response.head, body: body, bytesSent: sent, total: total)
                }
                guard response.isBodyTaken else {
                    throw UploadError.answeredEarly(response.head, bytesSent: sent, total: total)
                }
                return UploadResult(head: response.head, url: response.url, body: body, byteCount: sent)
            }
        } catch let error as UploadError {
            throw error
        } catch let error as HTTPClientError {
            throw error.cause == .cancelled ? .cancelled : .client(error)
        } catch {
            throw .client(HTTPClientError(.receive, origin: nil, cause: .requestBodyFailed("\(error)")))
        }
    }
}

extension Request {
    /// The request that uploads a file to `url`.
    static func putting(
        file path: String, at url: some HTTPURLConvertible, _ options: UploadOptions, with client: HTTPClient
    ) throws(UploadError) -> Request {
        let type = options.contentType ?? MediaTypeTable.type(forName: path) ?? MediaTypeTable.unknown
        do throws(HTTPClientError) {
            var request = try Request.put(client.resolve(url), body: .file(path: path).typed(type))
            request.url = request.url.named(String(path.split(separator: "/").last ?? ""))
            return request
        } catch {
            throw .client(error)
        }
    }
}

extension UploadOptions {
    /// Whether to wait for the server's consent before sending the body.
    func expects(for request: Request) -> Bool {
        // RFC 9110 section 10.1.1: no expectation without content, or for HTTP/1.0.
        guard !request.body.isNone, request.body.length != 0, request.version == .http11 else { return false }
        switch expectation {
        case .always: return true
        case .never: return false
        case .whenItPays:
            guard let length = request.body.length, length <= Self.expectsBeyond else { return true }
            return request.credential != nil || request.url.hasCredentials
        }
    }
}

extension Response {
    /// Body bytes sent, counting the hop that took the body.
    fileprivate var sentBodyBytes: Int64 {
        max(requestBodyBytesSent, history.map(\.requestBodyBytesSent).max() ?? 0)
    }

    /// Whether all of the body was sent, to this server or to one that redirected without keeping the body.
    fileprivate var isBodyTaken: Bool {
        isRequestSent && history.last.map { $0.keepsBody || $0.isRequestSent } ?? true
    }
}

extension HTTPURL {
    /// This URL; if its path ends in a slash, with the file's name appended.
    fileprivate func named(_ name: String) -> HTTPURL {
        guard path.hasSuffix("/"), !name.isEmpty else { return self }
        // The encoded name cannot lead to another folder or host.
        let reference = "./" + PercentEncoding.encode(name, .allButUnreserved) + (query.map { "?" + $0 } ?? "")
        return (try? resolving(reference)) ?? self
    }
}
