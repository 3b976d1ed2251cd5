internal import Sockeye

/// Turns one operation's settings and one URL into the request to send, fields in curl's order.
struct RequestBuilder {
    /// curl's default for what `-d` sends.
    private static let formType = "application/x-www-form-urlencoded"
    /// curl 7's threshold: a larger body asks first whether it is wanted (RFC 9110 section 10.1.1).
    private static let expectThreshold = 1024 * 1024

    let settings: TransferSettings

    /// The request for `url`, the URL as curl would complete it.
    func request(for url: String, readFile: FileReader) throws(TransferFailure) -> Request {
        var body: [UInt8]?
        var url = url
        if let data = settings.data {
            let bytes: [UInt8]
            do throws(InputError) {
                bytes = try data.assembled(readFile: readFile)
            } catch {
                throw TransferFailure(.readError, "Failed to open \(error.path): \(error.reason)")
            }
            if settings.putsDataInURL {
                url = RequestData.url(url, withQuery: String(decoding: bytes, as: UTF8.self))
            } else {
                body = bytes
            }
        }
        do throws(InputError) {
            for piece in settings.content.queries {
                url = RequestData.url(
                    url, withQuery: String(decoding: try piece.bytes(readFile: readFile), as: UTF8.self))
            }
        } catch {
            throw TransferFailure(.readError, "Failed to open \(error.path): \(error.reason)")
        }
        guard let method = HTTPRequest.Method(settings.method) else {
            throw TransferFailure(
                .badFunctionArgument, "'\(settings.method)' is not a method: it holds a blank or worse")
        }
        var request = Request(method: method, url: url, body: body.map(requestBody) ?? .none)
        request.fields = try fields(hasBody: body != nil, readFile: readFile)
        request.credential = settings.authentication.credential
        if var signature = settings.authentication.signature {
            // As curl has it, the fields of -H are signed, and of those that the program adds only Host and the date.
            let given = Set(settings.headers.map { $0.name.lowercased() })
            let added = request.fields.map(\.name.canonicalName).filter { !given.contains($0) }
            signature.unsignedFields = Set(settings.content.isJSON ? added.filter { !isJSONField($0) } : added)
            request.authentication = settings.authentication.options
            request.authentication?.signature = signature
        }
        if let target = settings.content.requestTarget {
            request.target = target == "*" ? .asterisk : target.hasPrefix("/") ? .origin(target) : .absolute(target)
        } else if settings.content.keepsPath, let path = RequestContent.path(of: url) {
            request.target = .origin(path)
        }
        if settings.httpVersion == .http10 { request.version = .http10 }
        request.expectsContinue =
            (body?.count ?? 0) > Self.expectThreshold && settings.httpVersion == .http11
            && !edits("expect")
        return request
    }

    /// `--json` gives its two fields as -H does.
    private func isJSONField(_ name: String) -> Bool { name == "accept" || name == "content-type" }

    /// Whether `-H "Transfer-Encoding: chunked"` was given; the framing itself is the client's matter.
    private var asksForChunks: Bool {
        settings.headers.contains { edit in
            guard case .set(let name, let value) = edit else { return false }
            return name.lowercased() == "transfer-encoding" && value.lowercased() == "chunked"
        }
    }

    private func requestBody(_ bytes: [UInt8]) -> RequestBody {
        guard asksForChunks else { return .bytes(bytes) }
        return .stream(
            AsyncThrowingStream<[UInt8], any Error> { pieces in
                if !bytes.isEmpty { pieces.yield(bytes) }
                pieces.finish()
            })
    }

    private func edits(_ name: String) -> Bool {
        settings.headers.contains { $0.name.lowercased() == name }
    }

    private func fields(hasBody: Bool, readFile: FileReader) throws(TransferFailure) -> HTTPFields {
        var fields = HTTPFields()
        // RFC 9110 section 7.2: Host comes first.
        for case .set(let name, let value) in settings.headers where name.lowercased() == "host" {
            try fields.add(name, value)
        }
        if let range = settings.range {
            try fields.add("Range", "bytes=\(range)")
        } else if case .offset(let offset) = settings.download.continueAt, offset > 0 {
            try fields.add("Range", "bytes=\(offset)-")
        }
        let userAgent = settings.userAgent ?? HTTPClient.userAgent
        if !userAgent.isEmpty, !edits("user-agent") { try fields.add("User-Agent", userAgent) }
        if !edits("accept") { try fields.add("Accept", settings.content.isJSON ? "application/json" : "*/*") }
        let cookies = settings.cookies.literals
        if !cookies.isEmpty, !edits("cookie") { try fields.add("Cookie", cookies.joined(separator: ";")) }
        if let referer = settings.referer, !edits("referer") { try fields.add("Referer", referer) }
        if let moment = settings.conditions.moment, !edits(moment.fieldName.lowercased()) {
            try fields.add(moment.fieldName, moment.date.description)
        }
        for edit in settings.headers {
            switch edit {
            case .set(let name, _) where name.lowercased() == "host": break
            case .set(let name, _) where name.lowercased() == "transfer-encoding" && asksForChunks && hasBody: break
            case .set(let name, let value): try fields.add(name, value)
            case .setEmpty(let name): try fields.add(name, "")
            case .remove: break
            }
        }
        if let file = settings.conditions.comparedTagFile, !edits("if-none-match") {
            let bytes: [UInt8]
            do throws(InputError) {
                bytes = try readFile(file)
            } catch {
                throw TransferFailure(.readError, "Failed to open \(error.path): \(error.reason)")
            }
            try fields.add("If-None-Match", ConditionSettings.tags(in: bytes))
        }
        if hasBody, !edits("content-type") {
            try fields.add("Content-Type", settings.content.isJSON ? "application/json" : Self.formType)
        }
        return fields
    }
}

extension HeaderEdit {
    /// The field that is meant.
    var name: String {
        switch self {
        case .set(let name, _), .setEmpty(let name), .remove(let name): name
        }
    }
}

extension HTTPFields {
    fileprivate mutating func add(_ name: String, _ value: String) throws(TransferFailure) {
        do throws(HTTP1Error) {
            append(try HTTPField(checkedName: name, value: value))
        } catch {
            throw TransferFailure(.badFunctionArgument, "\(error)")
        }
    }
}
