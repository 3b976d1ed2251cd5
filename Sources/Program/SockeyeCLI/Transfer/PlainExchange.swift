internal import Sockeye
internal import SockeyeFields

/// A request and its response, which goes to the outputs: the usual transfer.
struct PlainExchange {
    let item: TransferItem
    let trace: TransferTrace
    let display: ProgressDisplay?
    /// The file for the body; `nil` for standard output, or if the response names the file.
    let fileName: String?

    private var operation: TransferSettings { item.operation }
    private var outputs: TransferOutputs { TransferOutputs(item: item) }
    private var destination: BodyDestination { BodyDestination(item: item) }

    /// Performs the exchange, with the retries of `--retry`, and returns the name of the file that it wrote.
    func run() async throws -> String? {
        try await RetryLoop(item: item, trace: trace).run { retry in try await attempt(retry) }
    }

    /// The request, for what the file doesn't have yet.
    var request: Request {
        get throws {
            var request = try item.request
            if item.appendsHead, offset > 0, request.fields[.range] == nil {
                request.fields[.range] = "bytes=\(offset)-"
            }
            return request
        }
    }

    /// `-C`: where the body goes on.
    private var offset: Int64 {
        guard item.appendsHead else { return operation.download.offset }
        let facts = fileName.flatMap { item.machine.knownFacts(of: $0) }
        return facts.map { $0.kind == .regular ? $0.size : 0 } ?? 0
    }

    private func attempt(_ retry: RetryDecision) async throws -> String? {
        // What a redirect has answered isn't asked again: after a 303, that would be a second POST.
        let redirected = trace.notes.redirectedRequest
        var request = try redirected ?? self.request
        if retry.followsStatus { request.passStored() }
        if redirected == nil { trace.correct { $0.asked = request.url } }
        let (sink, offset) = (try outputs.makeSink(fileName), offset)
        let ticker = display?.beginTicking(on: item.loop)
        defer {
            ticker?.cancel()
            trace.correct { $0.delivered = sink.delivered }
        }
        do {
            try await item.client.perform(request, observer: trace) { response in
                try await receive(response, to: request, from: offset, into: sink, retry)
            }
            // As in curl, it leaves nothing of an error page either.
            if let failure = refusedPage, operation.download.removesOnError {
                sink.body.discard()
                try sink.completeHeads()
                throw failure
            }
            if let digest = try sink.complete() {
                // The digest is of the received body, not of the output of --parse, nor of a file with the head before it.
                let isOfFile = operation.parsing.format == nil && !operation.includesHead
                try outputs.printDigest(digest, fileName: isOfFile ? sink.fileName : item.shownURL)
            }
        } catch let error as RetryLater {
            throw error
        } catch {
            if item.isNamedByAnswer { destination.giveBack(sink.fileName) }
            // Heads that arrived are written even if the transfer fails later.
            try? outputs.writeHeads(trace, into: sink)
            try? sink.completeHeads()
            if let later = retry.later(after: error), sink.body.takeBack() {
                if operation.download.removesOnError { sink.body.discard() }
                throw later
            }
            outputs.leave(sink)
            throw explained(error, sink)
        }
        if let failure = refusedPage { throw failure }
        return sink.fileName
    }

    /// `--fail-with-body`: the page is written, but it is still an error.
    private var refusedPage: TransferFailure? {
        guard operation.failsWithBody, let code = trace.head?.status.code, code >= 400 else { return nil }
        return TransferFailure(status: code)
    }

    private func receive(
        _ response: Response, to request: Request, from offset: Int64, into sink: BodySink, _ retry: RetryDecision
    ) async throws {
        let later = retry.later(after: response.head)
        // As in curl, standard output gets the page of a transient error too; a file is begun again.
        if let later, item.target.writesToFile {
            // The next attempt goes on where the file ends.
            sink.isBodyAbsent = item.appendsHead
            try outputs.writeHeads(trace, into: sink)
            try sink.completeHeads()
            throw later
        }
        if let fault = response.unaskedPart(for: request), !operation.asksHeadOnly {
            throw TransferFailure(.partialFile, fault)
        }
        let isRefused = item.refuses(response.status.code)
        if item.isNamedByAnswer, !isRefused, response.status.code != 304 {
            guard try destination.turn(sink, by: response, isRedirected: trace.notes.redirectCount > 0) else { return }
        }
        // curl puts the head of any answer behind what the file has.
        if item.appendsHead, item.run.surface == .sockeye, !isRefused {
            sink.isBodyAbsent = true
            if try !continues(response, from: offset) { return try outputs.writeHeads(trace, into: sink) }
            sink.isBodyAbsent = false
        }
        try await outputs.openPipes(of: sink, hasBody: !isRefused)
        try outputs.writeHeads(trace, into: sink, isAnswer: later == nil)
        if let later {
            if !isRefused { try await copy(response.body, to: sink) }
            // As in curl, -D has those of every attempt.
            try sink.completeHeads()
            throw later
        }
        guard try isRefused || continues(response, from: offset) else { return }
        // -f: nothing of an error page is written but, with -i and as in curl, its head.
        if isRefused {
            if item.target.writesToFile, sink.body.written > 0 { _ = try sink.complete() }
            throw TransferFailure(status: response.status.code)
        }
        if let most = operation.bodyByteLimit, let length = response.body.encodedByteCount, length > most {
            throw TransferFailure(.fileSizeExceeded, "Maximum file size exceeded")
        }
        if operation.download.keepsTime, let field = response.fields[.lastModified] {
            sink.modified = HTTPDate(parsing: field)?.secondsSinceEpoch
        }
        if operation.asksHeadOnly { return }
        if isNotModified(response) {
            sink.isBodyAbsent = sink.body.written == 0
            return
        }
        // The response to an upload goes to the terminal, in place of the meter.
        if !item.target.writesToFile, item.terminal.writesOutputToTerminal { display?.finish() }
        display?.expect(response.body.expectedByteCount)
        try sink.beginBody(contentType: response.fields[.contentType])
        if !item.settings.isSilent, let notice = ContentCheck.notice(on: response.head) { item.run.warn(notice) }
        let check = ContentCheck(response)
        try await copy(response.body, to: sink)
        if let fault = check?.fault(in: response) {
            // What -C N appended isn't the file's; other bytes are kept in a file that isn't complete, or are gone.
            if sink.body.partialName == nil { _ = sink.body.takeBack() }
            throw TransferFailure(.digestMismatch, fault)
        }
        try sink.writeHead(trace.notes.trailers)
        // With --raw they are in the body.
        if operation.includesHead, !operation.coding.isRaw { try sink.writeIntoBody(head: trace.notes.trailers) }
    }

    /// `-C N` as in curl: the response must start at that byte. False if nothing is left to fetch.
    private func continues(_ response: Response, from offset: Int64) throws(TransferFailure) -> Bool {
        let head = response.head
        guard offset > 0, !item.target.isUpload, !operation.asksHeadOnly else { return true }
        // As in curl, an unsatisfiable range counts as complete.
        if head.status.code == 416 { return false }
        let range = head.fields[.contentRange].flatMap { ContentRange(parsing: $0) }
        if case .part(offset, _, _) = range { return true }
        // curl wants no more of it than where it begins.
        if item.run.surface == .curl, head.fields[.contentRange]?.hasPrefix("bytes \(offset)-") == true { return true }
        // The whole file is sent again, and is as long as the one on disk.
        if head.status.code == 200, response.body.encodedByteCount == offset { return false }
        throw TransferFailure(.rangeError, "HTTP server doesn't seem to support byte ranges. Cannot resume.")
    }

    /// Whether there is nothing new, by the status or by Last-Modified.
    private func isNotModified(_ response: Response) -> Bool {
        if response.status.code == 304 { return true }
        guard let moment = operation.conditions.moment, response.status.code == 200,
            let modified = response.fields[.lastModified].flatMap({ HTTPDate(parsing: $0) }),
            !moment.isMet(byLastModified: modified)
        else { return false }
        trace.correct { $0.isNotModified = true }
        return true
    }

    /// Copies the body to the output, within the limits of `--limit-rate` and `--max-filesize`.
    private func copy(_ body: ResponseBody, to sink: BodySink) async throws {
        if let rate = operation.download.bytesPerSecond {
            return try await body.forEachChunk(atMost: rate) { try sink.writeWithinLimit($0) }
        }
        // With coding options, what is written isn't what the body counts.
        if operation.coding == CodingSettings(), try sink.dropsBody {
            let before = body.decodedByteCount
            defer { sink.body.dropped(body.decodedByteCount - before) }
            return try await body.drain()
        }
        try await body.forEachChunk { try sink.writeWithinLimit($0) }
    }

    /// The error, with the partial file of a cut transfer or the socket path of a failed connection.
    private func explained(_ error: any Error, _ sink: BodySink) -> any Error {
        if error is OutputError { return error }
        var failure = TransferFailure(error)
        if let path = operation.unixSocket, (error as? HTTPClientError)?.phase == .connect {
            failure.message += " (\(path))"
        }
        if let name = sink.body.partialName { failure.message += "; \(sink.body.written) bytes are kept in \(name)" }
        return failure
    }
}
