internal import Sockeye
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeIO

/// The `-w` report of a finished transfer.
struct TransferReport {
    let started: Deadline
    let finished: Deadline
    let notes: TransferTrace.Notes
    let failure: TransferFailure?
    let fileName: String?
    let item: TransferItem
    let usesProxy: Bool
    /// The method if nothing was sent; `nil` for the operation's.
    var method: String?

    private var operation: TransferSettings { item.operation }

    /// Prints the output of `-w`. What can't be written to standard output is an error; in curl it is lost in silence.
    func printWriteOut() -> ExitCode {
        if operation.writeOut.isEmpty { return .success }
        var code = ExitCode.success
        var file: TextFile?
        // As in curl, if a file can't be opened, its text goes to the previous destination.
        var destination = WriteOutFormat.Destination.standardOutput
        for piece in operation.writeOut.render(values, version: HTTPClient.version, as: item.run.surface) {
            if case .file(let path, let appends) = piece.destination {
                // Each %output{} opens the file again; the text after it is in the same piece.
                item.run.note(folderOf: path)
                if let opened = try? TextFile(
                    item.run.tape.place(of: path), on: item.machine, isSecret: false, appends: appends,
                    until: item.deadline)
                {
                    (file, destination) = (opened, piece.destination)
                }
            } else {
                destination = piece.destination
            }
            switch destination {
            case .standardOutput where code == .success: code = item.terminal.printOutput(octets: piece.octets)
            case .standardOutput: break
            case .standardError: item.terminal.printError(octets: piece.octets)
            case .file(let path, _):
                guard let reason = file?.write(piece.octets, until: item.deadline), code == .success else { continue }
                code = .writeError
                item.terminal.printFailure(code, "\(path): write failed: \(reason)")
            }
        }
        return code
    }

    private var values: WriteOutValues {
        var values = WriteOutValues()
        let parsed = effectiveURL
        values.exitCode = failure?.exitCode ?? .success
        values.errorMessage = failure?.message
        values.fileName = fileName
        values.url = completedURL
        values.cacheStatus = notes.cacheStatus?.description
        values.effectiveURL = parsed.map(asTyped) ?? item.url
        values.urlNumber = item.number
        values.transferNumber = item.ordinal
        values.connectionNumber = notes.connection.map { Int64(clamping: $0.number) } ?? -1
        values.retryCount = notes.retryCount
        values.usesProxy = usesProxy
        values.present = item.machine.timeOfDay
        values.verifyResult = failure?.verifyResult ?? 0
        values.scheme = parsed?.scheme ?? (TransferTarget.isFileURL(item.url) ? "file" : nil)
        values.method = notes.request?.method.rawValue ?? method ?? operation.method
        values.connectStatus = notes.connectStatus
        values.redirectCount = notes.redirectCount
        values.referer = operation.referer?.text
        if notes.redirectCount > 0, operation.redirects.sendsReferer {
            values.referer = notes.request?.fields[.referer]
        }
        values.connectionCount = notes.connectionCount
        // As in curl, a small body sent with its head counts.
        values.requestBytes = Int64(notes.requestHeadBytes) + (operation.data == nil ? 0 : notes.smallSentBytes)
        values.uploaded = notes.sent
        // A body that isn't wanted doesn't count.
        values.downloaded = notes.isNotModified ? 0 : notes.received
        values.delivered = notes.delivered
        values.certificates = notes.certificates
        values.headerBytes = Int64(notes.headBytes)
        values.times = times
        if let connection = notes.connection { fill(&values, from: connection) }
        if let head = notes.head, !head.isMissing { fill(&values, from: head, parsed) }
        return values
    }

    /// The URL as given. As in curl, it is read as a URL where -G, --url-query or -T adds to it.
    private var completedURL: String {
        let url = UploadBody.url(item.url, of: item.target)
        if url == item.url, !operation.putsDataInURL, operation.content.queries.isEmpty { return url }
        return notes.asked?.href ?? url
    }

    /// The last URL; of a WebSocket with ws or wss, although its handshake goes to http or https.
    private var effectiveURL: HTTPURL? {
        let given = notes.asked ?? (try? HTTPURL(item.url))
        guard var last = notes.destination ?? notes.upgraded else { return given }
        // As in curl, what the redirect inherited (RFC 9110 section 10.2.2) isn't told as its own.
        if notes.redirectCount > 0, last.fragment == given?.fragment { last = last.withoutFragment }
        guard let given, given.scheme.hasPrefix("ws"), last.scheme.hasPrefix("http") else { return last }
        return (try? HTTPURL("ws" + last.href.dropFirst(4))) ?? last
    }

    /// The URL, whose host is as the user wrote it if that was in letters beyond ASCII.
    private func asTyped(_ url: HTTPURL) -> String {
        let place = item.url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { !"/?#".contains($0) }
        let host = place[(place.lastIndex(of: "@").map(place.index(after:)) ?? place.startIndex)...].prefix {
            $0 != ":"
        }
        guard host.utf8.contains(where: { $0 >= 0x80 }), url.host == item.parsedURL?.host,
            let range = url.href.firstRange(of: url.host)
        else { return url.href }
        return String(url.href[..<range.lowerBound] + host + url.href[range.upperBound...])
    }

    private func fill(_ values: inout WriteOutValues, from connection: ConnectionDetails) {
        (values.localAddress, values.remoteAddress) = (connection.localAddress, connection.peerAddress)
        if let code = connection.tls?.certificate?.verificationCode { values.verifyResult = code }
    }

    private func fill(_ values: inout WriteOutValues, from head: ResponseHead, _ url: HTTPURL?) {
        values.status = notes.isNotModified ? 304 : head.status.code
        values.httpVersion = head.version == .http11 ? "1.1" : "1.0"
        values.contentType = head.fields[octets: .contentType].first.map { OctetText($0) }
        values.headers = head.fields.map { .init(name: $0.name.rawName, value: OctetText($0.octets)) }
        if (300...399).contains(head.status.code),
            let location = head.fields[octets: .location].first(where: { !$0.isEmpty })
        {
            do throws(HTTPURLError) {
                values.redirectURL = try url?.resolving(octets: location).href
            } catch {
                // Of a scheme that isn't spoken here, the field says where it leads.
                if case .unsupportedScheme = error.reason { values.redirectURL = OctetText(location).text }
            }
        }
    }

    private var times: WriteOutValues.Times {
        var times = WriteOutValues.Times()
        let started = notes.attempted ?? started
        func since(_ moment: Deadline?) -> Duration { moment.map { $0.duration(since: started) } ?? .zero }
        times.nameLookup = since(notes.resolved)
        times.connect = since(notes.connected)
        times.tlsHandshake = since(notes.secured)
        times.preTransfer = since(notes.secured ?? notes.connected ?? notes.sentHead)
        times.queue = notes.waited
        times.postTransfer = since(notes.sentLast)
        times.startTransfer = since(notes.receivedHead)
        times.redirect = since(notes.redirected)
        times.total = since(finished)
        return times
    }
}

extension TransferReport {
    /// The report of what needs no network and ends now.
    init(
        ofLocal item: TransferItem, started: Deadline, notes: TransferTrace.Notes, failure: TransferFailure?,
        fileName: String?
    ) {
        self.init(
            started: started, finished: .now, notes: notes, failure: failure, fileName: fileName, item: item,
            usesProxy: false, method: item.operation.method(for: item.target))
    }
}
