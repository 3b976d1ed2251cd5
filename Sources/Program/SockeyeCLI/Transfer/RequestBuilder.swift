internal import SockeyeCache
internal import Sockeye
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1

/// Builds the request for one operation's settings and one URL, with fields in curl's order.
struct RequestBuilder {
    /// curl's default type for the data of `-d`.
    private static let formType = "application/x-www-form-urlencoded"
    /// curl 7's threshold: a larger body waits for 100 (Continue), RFC 9110 section 10.1.1.
    private static let expectThreshold = 1024 * 1024

    let run: Run
    let settings: TransferSettings
    let target: TransferTarget

    /// The request for `url`, completed as curl would.
    func request(for url: String) throws -> Request {
        var readFile = run.requestFiles
        readFile.timeLimit = settings.timeLimit
        var body: RequestBody?
        var url = url
        /// The length of the whole file, of which a part may be sent.
        var wholeLength: Int64?
        if let upload = target.upload, target.isUpload {
            url = UploadBody.url(url, of: target)
            let made = try UploadBody.body(of: upload, from: settings.download.offset, run)
            (body, wholeLength) = (made.body, made.length)
        } else if let form = settings.upload.form {
            body = try UploadBody.form(
                form, type: value(of: "content-type")?.text, escapesByBackslash: settings.upload.escapesByBackslash,
                run)
            // As in curl, the length of a quoted-printable part is not known in advance.
            let isOpen = form.all.contains(where: \.isQuotedPrintable)
            if isOpen { body = body?.chunked() } else { wholeLength = body?.length }
        }
        if let data = settings.data {
            let bytes = try data.assembled(readFile: readFile)
            if settings.putsDataInURL {
                url = RequestData.url(url, withQuery: OctetText(bytes).urlText)
            } else {
                body = .bytes(bytes)
                wholeLength = Int64(bytes.count)
            }
        }
        if settings.upload.makesLineEnds, body?.length != 0 { body = body?.withLineEnds }
        for piece in settings.content.queries {
            url = RequestData.url(url, withQuery: OctetText(try piece.bytes(readFile: readFile)).urlText)
        }
        let methodName = settings.method(for: target)
        guard let method = HTTPRequest.Method(methodName) else {
            throw TransferFailure(
                .badFunctionArgument, "'\(methodName)' is not a request method (one word, such as PUT)")
        }
        // Expect: 100-continue depends on the length, whatever the framing.
        // Of a stream it may be told by -H.
        let knownLength = body?.length ?? wholeLength ?? value(of: "content-length").flatMap { Int64($0.text) }
        if asksForChunks { body = body?.chunked() }
        if let rate = settings.download.bytesPerSecond { body = body?.paced(atMost: rate) }
        let place = try TypedURL.parse(url)
        // As in curl, -H "Authorization:" removes what -u, the URL and netrc would send.
        let isAnonymous = settings.removes("authorization")
        let location = isAnonymous ? place.url.withoutCredentials : place.url
        var request = Request(method: method, url: location, body: body ?? .none)
        request.fields = try fields(body, of: wholeLength, readFile: readFile)
        noteSources(in: &request)
        request.credential = isAnonymous ? nil : settings.authentication.credential
        // As in curl, each URL asks for its own challenge, which serves its redirects too.
        if settings.authentication.schemes.contains(.digest) { request.digestMemories = DigestMemories() }
        if var signature = settings.authentication.signature {
            // As in curl, the fields of -H are signed, and of the program's own fields only Host and the date.
            let given = Set(settings.headers.map { $0.name.lowercased() })
            let added = request.fields.map(\.name.canonicalName).filter { !given.contains($0) }
            signature.unsignedFields = Set(settings.content.isJSON ? added.filter { !isJSONField($0) } : added)
            request.authentication = settings.authentication.options
            request.authentication?.signature = signature
        }
        if target.isFTP {
            // Without the login, which goes into Authorization alone, and without the scheme's own port.
            var text = "ftp" + place.url.withoutCredentials.withoutFragment.href.dropFirst(4)
            if place.url.effectivePort == 21, let port = text.firstRange(of: ":21/") {
                text.replaceSubrange(port, with: "/")
            }
            request.target = .absolute(text)
        } else if let target = settings.content.requestTarget {
            request.target = target.hasPrefix("/") ? .origin(target) : .absolute(target)
        } else if settings.content.keepsPath, let path = RequestContent.path(of: url) {
            request.target = .origin(path)
        } else if let path = place.path {
            request.target = .origin(path)
        }
        request.layout = try RequestSpelling.layout(of: settings, host: place.host)
        if settings.cache.policy != .standard { request.cachePolicy = settings.cache.policy }
        request.version = settings.httpVersion
        if let body, body.length != 0, settings.httpVersion == .http11 {
            request.expectsContinue = edits("expect") ? asksToContinue : (knownLength ?? .max) > Self.expectThreshold
        } else if let body, body.length == nil, asksForChunks || knownLength == nil {
            throw TransferFailure(.uploadFailed, "Chunky upload is not supported by HTTP 1.0")
        }
        return request
    }

    /// Says which fields the command line asks for and which the program adds: for the library all are the request's own.
    private func noteSources(in request: inout Request) {
        request.note(request.fields.map(\.name), from: "an option")
        let defaults = [.userAgent, .accept, .contentType].filter { (name: HTTPField.Name) in
            !edits(name.canonicalName) && !(name == .userAgent && settings.userAgent != nil)
        }
        request.note(defaults, from: "a default of sockeye")
    }

    /// `--json` sets these two fields as if by -H.
    private func isJSONField(_ name: String) -> Bool { name == "accept" || name == "content-type" }

    /// Whether `-H "Transfer-Encoding: chunked"` was given; the client does the framing.
    private var asksForChunks: Bool {
        settings.headers.contains { edit in
            edit.name.lowercased() == "transfer-encoding" && edit.value?.text.lowercased() == "chunked"
        }
    }

    /// Whether `-H "Expect: 100-continue"` was given.
    private var asksToContinue: Bool { value(of: "expect")?.text.lowercased() == "100-continue" }

    /// The value that `-H` sets for a field.
    private func value(of field: String) -> OctetText? {
        settings.headers.first { $0.name.lowercased() == field && $0.value != nil }?.value
    }

    /// Adds the form's boundary to a Content-Type given by `-H`.
    private func completed(_ name: String, _ value: OctetText, _ body: RequestBody?) -> OctetText {
        guard settings.upload.form != nil, name.lowercased() == "content-type", !value.text.contains("boundary="),
            let mark = body?.contentType?.firstRange(of: "; boundary="), let type = body?.contentType
        else { return value }
        return OctetText(value.bytes + Array(type[mark.lowerBound...].utf8))
    }

    private func edits(_ name: String) -> Bool { settings.headers.contains { $0.name.lowercased() == name } }

    /// The Content-Range for `-r` and `-C` of a request with a body.
    private func contentRange(of length: Int64?) -> String? {
        if let length, case .offset(let offset) = settings.download.continueAt, offset > 0, target.isUpload {
            return ContentRange.part(first: offset, last: length - 1, completeLength: length).description
        }
        // How much the server has is unknown, so all of it is sent again. Nothing has no range (RFC 9110 section 14.4).
        if let length, settings.download.continueAt == .whatIsThere, target.isUpload {
            return length > 0 ? ContentRange.part(first: 0, last: length - 1, completeLength: length).description : nil
        }
        // As in curl, a form has none.
        return settings.upload.form == nil ? settings.range.map { "bytes \($0)/\(length ?? -1)" } : nil
    }

    private func fields(_ body: RequestBody?, of wholeLength: Int64?, readFile: FileReader) throws -> HTTPFields {
        let hasBody = body != nil
        var fields = HTTPFields()
        // RFC 9110 section 7.2: Host comes first.
        if let host = value(of: "host") { try fields.add("Host", octets: host.bytes) }
        if hasBody {
            if let range = contentRange(of: wholeLength), !edits("content-range") {
                try fields.add("Content-Range", range)
            }
        } else if edits("range") {
            // The one of -H is sent.
        } else if case .offset(let offset) = settings.download.continueAt, offset > 0 {
            try fields.add("Range", "bytes=\(offset)-")
        } else if let range = settings.range {
            try fields.add("Range", "bytes=\(range)")
        }
        let userAgent = settings.userAgent ?? OctetText(HTTPClient.userAgent)
        if !userAgent.isEmpty, !edits("user-agent") { try fields.add("User-Agent", octets: userAgent.bytes) }
        if !settings.content.isJSON, !edits("accept") { try fields.add("Accept", "*/*") }
        let cookies = settings.cookies.literals
        if !cookies.isEmpty, !edits("cookie") {
            // RFC 6265 section 4.2.1.
            try fields.add("Cookie", octets: Array(cookies.map(\.bytes).joined(separator: "; ".utf8)))
        }
        if let referer = settings.referer, !edits("referer") { try fields.add("Referer", octets: referer.bytes) }
        if let field = settings.conditions.moment?.field, !edits(field.name.canonicalName) { fields.append(field) }
        for edit in settings.headers {
            guard edit.name.lowercased() != "host", let value = edit.value else { continue }
            try fields.add(RequestSpelling.fieldName(of: edit), octets: completed(edit.name, value, body).bytes)
        }
        if settings.content.isJSON {
            // As in curl, as if by -H.
            for name in ["Content-Type", "Accept"] where !edits(name.lowercased()) {
                try fields.add(name, "application/json")
            }
        }
        if let file = settings.conditions.comparedTagFile, !edits("if-none-match") {
            let bytes: [UInt8]
            do throws(InputError) {
                bytes = try readFile(file)
            } catch {
                if error.isTimeout { throw error }
                // As in curl: there is no tag yet, so that the first run of a script fetches and saves one.
                bytes = []
            }
            try fields.add("If-None-Match", octets: ConditionSettings.tags(in: bytes))
        }
        if target.isUpload {
            // As in curl, a file has no type unless -H sets one.
        } else if let type = body?.contentType {
            if !edits("content-type") { try fields.add("Content-Type", type) }
        } else if hasBody, !edits("content-type"), !settings.content.isJSON {
            try fields.add("Content-Type", Self.formType)
        }
        return fields
    }
}

extension HTTPFields {
    fileprivate mutating func add(_ name: String, _ value: String) throws(HTTP1Error) {
        try add(name, octets: Array(value.utf8))
    }

    fileprivate mutating func add(_ name: String, octets: [UInt8]) throws(HTTP1Error) {
        append(try HTTPField(checkedName: name, octets: octets))
    }
}
