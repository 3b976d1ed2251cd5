internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeURL
internal import SockeyeFields
internal import SockeyeIO
internal import SockeyeTLS

extension ResumableUploader {
    /// From this many bytes on the first request waits for 100 (Continue), so that limits and
    /// challenges come before the bytes are sent in vain.
    private static let minimumExpecting: Int64 = 1 << 20
    /// The server drops a useless upload in time anyway: telling it must not take long.
    private static let courtesy = Duration.seconds(10)

    /// Makes one request and returns what happened.
    func perform(
        _ step: UploadStep, _ session: UploadSession
    ) async throws(ResumableUploadError) -> (UploadEvent, BufferedResponse?) {
        session.prepare(step)
        let request = try await made(from: step, spoken: session.machine.spoken)
        let task = Task { [client, options] () -> Result<BufferedResponse, HTTPClientError> in
            do throws(HTTPClientError) {
                return .success(try await client.send(request, observer: session))
            } catch {
                return .failure(error.naming(totalTime: options.totalTime))
            }
        }
        session.begin(step, task)
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        switch result {
        case .success(let response): return (.answered(UploadAnswer(response)), response)
        case .failure(let error):
            if Task.isCancelled { throw .cancelled }
            if session.isStopped { return (.stopped, nil) }
            // A changed file is the likeliest cause of any failure.
            try await checkFile(session)
            if error.cause == .cancelled { throw .cancelled }
            if error.party == .caller { throw .client(error) }
            return (
                .lost(
                    UploadFailure("\(error)", cause: error), mayPass: Self.mayPass(error),
                    sentNothing: error.requestBytesSent == 0),
                nil
            )
        }
    }

    /// Tells the server to forget an upload, and ignores the outcome.
    func drop(_ place: HTTPURL, _ spoken: ResumableProtocol) async {
        guard var request = try? await made(from: UploadMachine.cancel(place, by: spoken), spoken: spoken) else {
            return
        }
        request.timeouts = Timeouts(total: Self.courtesy)
        _ = try? await client.send(request, observer: observer)
    }

    /// Makes the server forget an upload, or finds that it is gone (404, 410).
    func cancel(_ place: HTTPURL, _ spoken: ResumableProtocol) async throws(ResumableUploadError) {
        let request = try await made(from: UploadMachine.cancel(place, by: spoken), spoken: spoken)
        let response: BufferedResponse
        do throws(HTTPClientError) {
            response = try await client.send(request, observer: observer)
        } catch {
            throw .client(error.naming(totalTime: options.totalTime))
        }
        let status = response.status.code
        guard (200...299).contains(status) || [404, 410].contains(status) else {
            throw .refused(status: status, response.text())
        }
    }

    /// Whether a retry may help: after network failures and cut responses.
    static func mayPass(_ error: HTTPClientError) -> Bool {
        switch error.cause {
        case .timedOut(let clock, _): clock != .total
        case .network(.unknownHost(_, _, let isTemporary)): isTemporary
        case .network(.invalidArgument): false
        case .network, .http, .tls(.truncated): true
        default: false
        }
    }

    // MARK: Requests

    /// Fields about the representation or the target, which only the first request carries.
    private static let firstRequestFields: [HTTPField.Name] = [
        .contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation, .contentDisposition,
        .transferEncoding, .expect, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .range,
    ]

    /// The request for a step: the caller's fields that apply, then the protocol's.
    func made(from step: UploadStep, spoken: ResumableProtocol?) async throws(ResumableUploadError) -> Request {
        var request = request.moved(to: step.url)
        request.method = step.method
        request.retry = .never
        request.body = .none
        let isFirst = step.purpose == .create && spoken == .ietf
        if !isFirst {
            for name in Self.firstRequestFields { request.fields[name] = nil }
            request.expectsContinue = false
        }
        for field in step.fields { request.fields[field.name] = field.value }
        request.note(step.fields.map(\.name) + [.uploadChecksum, .contentDigest], from: "the resumable upload")
        if let end {
            var timeouts = request.timeouts ?? client.configuration.timeouts
            timeouts.total = max(.zero, end.duration(since: .now))
            request.timeouts = timeouts
        }
        guard let body = step.body else { return request }
        let length = body.upperBound - body.lowerBound
        request.body =
            length == 0
            ? .bytes([])
            : .file(path: journal.path, offset: body.lowerBound, length: length).paced(by: pacing)
        if isFirst, length >= Self.minimumExpecting { request.expectsContinue = true }
        switch step.checksum {
        case .tus(let algorithm):
            let digest = try await digest(algorithm, body)
            request.fields[.uploadChecksum] = "\(algorithm.tusName) \(digest.base64)"
        case .content(let algorithm):
            // RFC 9530 section 5 names algorithms differently.
            let name = algorithm == .sha512 ? "sha-512" : "sha-256"
            request.fields[.contentDigest] = "\(name)=:\(try await digest(algorithm, body).base64):"
        case nil: break
        }
        return request
    }

    private func digest(
        _ algorithm: Digest.Algorithm, _ range: Range<Int64>
    ) async throws(ResumableUploadError) -> Digest {
        try await onFileThread { [journal] () throws(ResumableUploadError) in
            try journal.digest(algorithm, range)
        }
    }
}

extension UploadAnswer {
    /// Enough for problem details and a message.
    private static let textLimit = 2048

    init(_ response: BufferedResponse) {
        let type = response.fields[.contentType].flatMap { MediaType(essenceOf: $0) }
        // HTML pages are not messages.
        let text =
            type?.subtype == "html" ? "" : String(decoding: response.body.prefix(Self.textLimit), as: UTF8.self)
        self.init(status: response.status.code, fields: response.fields, url: response.url, text: text)
    }
}
