internal import Sockeye

/// What `-w` tells of a transfer that is over.
struct TransferReport {
    let started: Deadline
    let finished: Deadline
    let notes: TransferTrace.Notes
    let failure: TransferFailure?
    let fileName: String?
    let url: String
    let number: Int
    let operation: TransferSettings

    /// Prints what `-w` asks for.
    func printWriteOut() {
        if operation.writeOut.isEmpty { return }
        for piece in operation.writeOut.render(values, version: HTTPClient.version) {
            switch piece.destination {
            case .standardOutput: _ = Terminal.printOutput(piece.text)
            case .standardError: Terminal.printError(piece.text)
            }
        }
    }

    private var values: WriteOutValues {
        var values = WriteOutValues()
        let parsed = notes.redirects.last?.destination ?? notes.upgraded ?? (try? HTTPURL(url))
        values.exitCode = failure?.exitCode ?? .success
        values.errorMessage = failure?.message
        values.fileName = fileName
        values.url = url
        values.effectiveURL = parsed?.href ?? url
        values.urlNumber = number
        values.scheme = parsed?.scheme.uppercased()
        values.method = notes.request?.method.rawValue ?? operation.method
        values.connectStatus = notes.connectStatus
        values.redirectCount = notes.redirects.count
        values.referer = operation.referer
        values.connectionCount = notes.connectionCount
        values.requestBytes = Int64(notes.requestHeadBytes)
        values.uploaded = notes.sent
        values.downloaded = notes.received
        values.headerBytes = Int64(notes.headBytes)
        values.times = times
        fill(&values, from: notes.connection)
        fill(&values, from: notes.head, parsed)
        return values
    }

    private func fill(_ values: inout WriteOutValues, from connection: ConnectionDetails?) {
        guard let connection else { return }
        if let local = connection.localAddress {
            values.localAddress = .init(address: local.host, port: Int(local.port))
        }
        if let peer = connection.peerAddress {
            values.remoteAddress = .init(address: peer.host, port: Int(peer.port))
        }
        if connection.tls?.certificate?.verificationFailure != nil { values.verifyResult = 1 }
    }

    private func fill(_ values: inout WriteOutValues, from head: ResponseHead?, _ url: HTTPURL?) {
        guard let head else { return }
        values.status = head.status.code
        values.httpVersion = head.version == .http11 ? "1.1" : "1.0"
        values.contentType = head.fields[.contentType]
        values.headers = head.fields.map { .init(name: $0.name.rawName, value: $0.value) }
        if (300...399).contains(head.status.code), let location = head.fields[.location] {
            values.redirectURL = (try? url?.resolving(location))?.href
        }
    }

    private var times: WriteOutValues.Times {
        var times = WriteOutValues.Times()
        func since(_ moment: Deadline?) -> Duration { moment.map { $0.duration(since: started) } ?? .zero }
        times.nameLookup = since(notes.resolved)
        times.connect = since(notes.connected)
        times.tlsHandshake = since(notes.secured)
        times.preTransfer = since(notes.secured ?? notes.connected ?? notes.sentHead)
        times.startTransfer = since(notes.receivedHead)
        times.redirect = since(notes.redirected)
        times.total = since(finished)
        return times
    }
}
