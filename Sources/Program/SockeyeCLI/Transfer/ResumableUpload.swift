internal import Sockeye
internal import SockeyeTransfers

/// `-T` with `--resumable`: an upload that goes on where an earlier one was cut.
struct ResumableUpload {
    let item: TransferItem
    let trace: TransferTrace
    let display: ProgressDisplay?
    /// The file to upload.
    let path: String
    /// The file for the body of the response; `nil` for standard output.
    let fileName: String?

    private var client: HTTPClient { item.client }
    private var settings: Settings { item.settings }
    private var operation: TransferSettings { item.operation }

    /// Uploads the file, resuming from what the server has, and writes the server's response to the outputs of `-o`,
    /// `-i` and `-D`.
    func run() async throws {
        var request = try item.request
        trace.correct { $0.asked = request.url }
        request.body = .none
        request.fields[HTTPField.Name("Content-Range") ?? .range] = nil
        if operation.resumable?.isAbandoned == true { return try await abandon(request) }
        var options = self.options
        if options.spoken != .ietf, let place {
            var question = request
            question.url = place
            if options.spoken == nil {
                options.spoken = try await client.resumableProtocol(at: question, observer: trace)
            }
            if options.spoken == .tus { request.url = place }
        }
        let outputs = TransferOutputs(item: item)
        let sink = try outputs.makeSink(fileName)
        let ticker = display?.beginTicking(on: item.loop)
        defer { ticker?.cancel() }
        let result: ResumableUploadResult
        do throws(ResumableUploadError) {
            result = try await client.uploadResumably(path, to: request, options: options, observer: trace) {
                [run = item.run] report in
                switch report {
                case .progress(let progress): display?.sent(progress.sent, of: progress.total)
                case .notice(let notice): run.warn(TerminalText.escaped(notice))
                }
            }
        } catch {
            // As of a success, the last head is the one that counts.
            if let head = trace.takeHeads().last?.shown {
                try? sink.writeHead(head)
                if operation.includesHead, !item.target.writesToFile { try? sink.writeIntoBody(head: head) }
            }
            try? sink.completeHeads()
            throw error
        }
        display?.finish()
        trace.correct { $0.sent = result.byteCount }
        sink.deadline = item.deadline
        try await outputs.openPipes(of: sink, hasBody: true)
        guard let response = result.response else {
            item.run.warn("the server has all of \(path), but its response was lost")
            _ = try sink.complete()
            return
        }
        let head =
            trace.takeHeads().last { $0.head?.status == response.head.status }?.shown
            ?? HeadText.bytes(of: response.head)
        try sink.writeHead(head)
        if operation.includesHead { try sink.writeIntoBody(head: head) }
        try sink.beginBody(contentType: response.fields[.contentType])
        try sink.writeBody(response.body.span.bytes)
        _ = try sink.complete()
    }

    /// `--abandon`.
    private func abandon(_ request: Request) async throws(TransferFailure) {
        do throws(ResumableUploadError) {
            var wasThere = try await client.abandonUpload(of: path, to: request, observer: trace)
            if !wasThere, let place {
                var request = request
                request.url = place
                wasThere = try await client.abandonUpload(of: path, to: request, observer: trace)
            }
            item.run.note(wasThere ? "the server dropped what it had of \(path)" : "no interrupted upload of \(path)")
        } catch {
            var failure = TransferFailure(error)
            failure.message = "the upload was not abandoned: \(failure.message)"
            throw failure
        }
    }

    /// The URL without the file's name, which -T appends to one that ends in a slash. The URL where tus creates uploads
    /// often does, but there the server chooses the name.
    private var place: HTTPURL? {
        guard let url = try? Request.get(item.url).url, url.path.hasSuffix("/") else { return nil }
        return url
    }

    private var options: ResumableUploadOptions {
        var options = ResumableUploadOptions(operation.resumable?.spoken)
        if operation.download.isRetryGiven { options.retry = operation.download.retry }
        options.bytesPerSecond = operation.download.bytesPerSecond
        options.totalTime = operation.timeLimit
        let name = path.split(separator: "/").last.map(String.init) ?? path
        // Servers such as tuspyserver tell nothing of an upload without its type, so that it could not be resumed.
        let type = MediaTypeTable.type(forName: name) ?? "application/octet-stream"
        options.metadata = ["filename": name, "filetype": type]
        return options
    }
}

extension TransferFailure {
    /// The failure with curl's exit code for a resumable upload error.
    init(_ error: ResumableUploadError) {
        let message = "\(error)"
        switch error {
        case .client(let error): self.init(error)
        case .lost(_, let cause?): self.init(TransferFailure(cause).exitCode, message)
        case .lost: self.init(.sendError, message)
        case .refused(300..<400, _): self.init(.httpReturnedError, message + "; -L follows redirects")
        case .refused: self.init(.httpReturnedError, message)
        case .tooLarge: self.init(.fileSizeExceeded, message)
        case .notSupported, .malformed, .unsafePlace, .unusable: self.init(.weirdServerReply, message)
        case .file, .fileChanged, .fileChangedMeanwhile, .notOurs, .busy, .notAFile: self.init(.readError, message)
        case .cancelled: self.init(.abortedByCallback, message)
        }
    }
}
