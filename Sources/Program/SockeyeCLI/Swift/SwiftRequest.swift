internal import Sockeye
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1

/// The statements that make one request.
struct SwiftRequest {
    let lines: [String]

    init(_ request: Request, _ operation: TransferSettings, _ target: TransferTarget) {
        var lines = Self.beginning(request, operation, target)
        // Names are equal whatever their case (RFC 9110 section 5.1): a second assignment would replace the first.
        var fields: [String: [String]] = [:]
        var names: [String] = []
        for field in request.fields {
            let name = field.name.rawName
            // The client adds these two by itself.
            if name == "User-Agent", field.value == HTTPClient.userAgent { continue }
            if name == "Accept", field.value == "*/*" { continue }
            // The form says its own, with the boundary.
            if name.lowercased() == "content-type", operation.upload.form != nil, !target.isUpload { continue }
            guard String(validating: field.octets, as: UTF8.self) != nil else {
                lines.append(SwiftLiteral.comment("Left out: \(name), whose value isn't UTF-8"))
                continue
            }
            let key = field.name.canonicalName
            if fields[key] == nil { names.append(name) }
            fields[key, default: []].append(field.value)
        }
        for name in names {
            let values = (fields[name.lowercased()] ?? []).map(SwiftLiteral.string)
            let key = Self.known[name.lowercased()] ?? "HTTPField.Name(\(SwiftLiteral.string(name)))!"
            lines.append(
                values.count == 1
                    ? "request.fields[\(key)] = \(values[0])"
                    : "request.fields[values: \(key)] = \(SwiftLiteral.list(values))")
        }
        switch operation.takesUserFromStore ? nil : request.credential {
        case .password(let user, let password):
            lines.append(
                "request.credential = .password(user: \(SwiftLiteral.string(user)), \(SwiftLiteral.string(password)))")
        case .passwordOctets(let user, let password):
            lines.append("request.credential = .passwordOctets(user: \(user), \(password))")
        case .bearer(let token): lines.append("request.credential = .bearer(token: \(SwiftLiteral.string(token)))")
        case nil: break
        }
        if operation.takesUserFromStore {
            let user = operation.authentication.user.map { ", user: \(SwiftLiteral.string($0.name.text))" } ?? ""
            lines.append("request.credential = try await store.credential(for: request.url\(user))")
        }
        if let signature = operation.authentication.signature {
            let usual = AWSSignature()
            let parts = [
                signature.provider == usual.provider ? nil : "provider: \(SwiftLiteral.string(signature.provider))",
                signature.fieldProvider == usual.fieldProvider
                    ? nil : "fieldProvider: \(SwiftLiteral.string(signature.fieldProvider))",
                signature.region.map { "region: \(SwiftLiteral.string($0))" },
                signature.service.map { "service: \(SwiftLiteral.string($0))" },
            ]
            lines.append(
                "request.authentication = AuthenticationOptions(signature: "
                    + "AWSSignature(\(parts.compactMap(\.self).joined(separator: ", "))))")
        }
        if case .origin(let text)? = request.target, text != request.url.pathAndQuery {
            lines.append("request.target = .origin(\(SwiftLiteral.string(text)))")
        }
        if case .absolute(let text)? = request.target { lines.append(Self.target(text, request)) }
        if request.version == .http10 { lines.append("request.version = .http10") }
        if request.expectsContinue { lines.append("request.expectsContinue = true") }
        if lines.allSatisfy({ !$0.hasPrefix("request.") }) {
            lines = lines.map { $0.hasPrefix("var request") ? "let" + $0.dropFirst(3) : $0 }
        }
        self.lines = lines
    }

    /// Sets a target that is no path. The library sends only the forms of RFC 9112 section 3.2, each with its methods.
    private static func target(_ text: String, _ request: Request) -> String {
        let target: RequestTarget = text == "*" ? .asterisk : .absolute(text)
        var head: [UInt8] = []
        let isSent = (try? RequestHead(method: request.method, target: target, host: "h").encode(into: &head)) != nil
        if !isSent {
            let name = "--request-target \(text), no target of \(request.method.rawValue)"
            return SwiftLiteral.comment("Left out: \(name) (RFC 9112 section 3.2)")
        }
        return "request.target = " + (text == "*" ? ".asterisk" : ".absolute(\(SwiftLiteral.string(text)))")
    }

    private static let known = [
        "accept": ".accept", "accept-encoding": ".acceptEncoding", "authorization": ".authorization",
        "content-type": ".contentType", "cookie": ".cookie", "range": ".range", "referer": ".referer",
        "user-agent": ".userAgent", "if-modified-since": ".ifModifiedSince", "if-none-match": ".ifNoneMatch",
        "content-range": ".contentRange",
    ]

    /// The form, if there is one, and the request with its method, URL and body.
    private static func beginning(
        _ request: Request, _ operation: TransferSettings, _ target: TransferTarget
    ) -> [String] {
        let url = SwiftLiteral.string(request.url.href)
        if let form = operation.upload.form, !target.isUpload {
            var lines = ["let form: MultipartForm = ["]
            for node in form.all { lines += part(node).map { "    " + $0 } }
            lines.append("]")
            return lines + [
                request.method == .post
                    ? "var request = try Request.post(\(url), multipart: form)"
                    : "var request = try Request(method: \(method(request)), url: \(url), body: .multipart(form))"
            ]
        }
        let method = request.method.rawValue
        let body = body(request, operation, target).map { ", body: \($0)" } ?? ""
        // The library has a short form of these.
        let isShort = (body.isEmpty ? ["GET", "HEAD"] : ["POST", "PUT"]).contains(method)
        return [
            isShort
                ? "var request = try Request.\(method.lowercased())(\(url)\(body))"
                : "var request = try Request(method: \(Self.method(request)), url: \(url)\(body))"
        ]
    }

    private static func method(_ request: Request) -> String {
        let method = request.method.rawValue
        return ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].contains(method)
            ? ".\(method.lowercased())" : "HTTPRequest.Method(\(SwiftLiteral.string(method)))!"
    }

    private static func body(_ request: Request, _ operation: TransferSettings, _ target: TransferTarget) -> String? {
        let isChunked = request.body.length == nil
        switch target.upload {
        case .file(let path)?:
            let offset = operation.download.offset
            let from = offset > 0 ? ", offset: \(offset)" : ""
            let file = ".file(path: \(SwiftLiteral.string(path))\(from))"
            return isChunked ? "RequestBody\(file).chunked()" : file
        case .standardInput?: return ".standardInput"
        default: break
        }
        guard operation.data != nil, !operation.putsDataInURL else { return nil }
        guard let bytes = request.body.bytesInMemory else { return nil }
        let text = "RequestBody.bytes(\(SwiftLiteral.octets(bytes)))" + (isChunked ? ".chunked()" : "")
        return isChunked ? text : String(text.dropFirst("RequestBody".count))
    }

    private static func part(_ node: FormTree.Node) -> [String] {
        let name = SwiftLiteral.string(String(decoding: node.name, as: UTF8.self))
        let type = node.type.map { ", contentType: \(SwiftLiteral.string($0))" } ?? ""
        let fileName =
            node.fileName.map {
                ", fileName: \(SwiftLiteral.string(String(decoding: $0, as: UTF8.self)))"
            } ?? ""
        var lines: [String] = []
        if !node.headers.isEmpty || node.encoder != nil {
            lines.append("// Its headers and its encoder are left out: MultipartPart.fields and .encoding")
        }
        switch node.content {
        case .bytes(let bytes) where fileName.isEmpty && type.isEmpty:
            if let text = String(validating: bytes, as: UTF8.self) {
                return lines + [".field(\(name), \(SwiftLiteral.string(text))),"]
            }
            return lines + [".bytes(\(name), \(SwiftLiteral.octets(bytes))),"]
        case .bytes(let bytes): return lines + [".bytes(\(name), \(SwiftLiteral.octets(bytes))\(fileName)\(type)),"]
        case .file(let path): return lines + [".file(\(name), path: \(SwiftLiteral.string(path))\(fileName)\(type)),"]
        case .contents(let path):
            // Only without a name is it a field, not a file.
            let type = SwiftLiteral.string(node.contentsType(path))
            return lines + [
                SwiftLiteral.comment("the text of \(path)"),
                "{",
                "    var part = MultipartPart.file(\(name), path: \(SwiftLiteral.string(path)), contentType: \(type))",
                "    part.fileName = nil",
                "    return part",
                "}(),",
            ]
        case .parts(let nodes):
            return lines + [".mixed(\(name), ["] + nodes.flatMap { part($0).map { "    " + $0 } } + ["]),"]
        }
    }
}
