internal import HTTPTypes
internal import SockeyeBytes
internal import SockeyeDigest
internal import SockeyeURL
internal import SockeyeFields

/// Signs one request (AWS, "Create a signed AWS API request"), as a pure function of its properties.
///
/// ```
/// canonical request ─ SHA-256 ─→ string to sign ─ HMAC with a key of date, region and service ─→ signature
/// ```
struct AWSSigner: Sendable {
    var signature: AWSSignature
    var accessKey: String
    var secretKey: String
    var method: String
    /// The value of Host.
    var authority: String
    /// The host without port, for region and service.
    var host: String
    /// The request target: path and query as sent.
    var target: String
    /// The request's own fields.
    var fields: HTTPFields
    /// The body; `nil` for a stream.
    var body: [UInt8]?
    var now: HTTPDate

    /// The fields to add to the request, in curl's order.
    func signingFields() throws(AWSSignatureError) -> [(name: String, value: String)] {
        let result: Result<[(name: String, value: String)], AWSSignatureError>
        do throws(DigestError) {
            result = try makeSigningFields()
        } catch {
            throw .noDigest
        }
        return try result.get()
    }

    private func makeSigningFields() throws(DigestError) -> Result<[(name: String, value: String)], AWSSignatureError> {
        guard !signature.provider.isEmpty else { return .failure(.missingProvider) }
        let labels = host.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard let service = signature.service ?? (labels.count > 1 ? labels[0] : nil) else {
            return .failure(.missingService(host: host))
        }
        guard let region = signature.region ?? (labels.count > 2 ? labels[1] : nil) else {
            return .failure(.missingRegion(host: host))
        }
        let provider = signature.provider.lowercased()
        let fieldProvider = signature.fieldProvider.lowercased()
        let isStorage = provider == "aws" && service.lowercased() == "s3"
        var added: [(name: String, value: String)] = []

        let dateName = "X-\(Self.capitalized(fieldProvider))-Date"
        let givenDate = value(of: dateName.lowercased())
        let time = givenDate ?? now.basicISO8601
        if givenDate == nil { added.append((dateName, time)) }
        if let token = signature.sessionToken {
            added.append(("X-\(Self.capitalized(fieldProvider))-Security-Token", token))
        }
        let hash: String
        if let given = value(of: "x-\(fieldProvider)-content-sha256") {
            hash = given
        } else if let body {
            hash = try Digest(.sha256, of: body).hex
            // S3 alone requires the hash as a field.
            if isStorage { added.append(("x-\(fieldProvider)-content-sha256", hash)) }
        } else if isStorage {
            hash = "UNSIGNED-PAYLOAD"
            added.append(("x-\(fieldProvider)-content-sha256", hash))
        } else {
            return .failure(.unknownBody)
        }

        let signed = signedFields(adding: added)
        let names = signed.map(\.name).joined(separator: ";")
        var request = Array("\(method)\n\(canonicalPath(encodesAgain: !isStorage))\n\(canonicalQuery)\n".utf8)
        for field in signed { request += Array("\(field.name):".utf8) + field.value + [0x0A] }
        request += Array("\n\(names)\n\(hash)".utf8)
        let date = String(time.prefix(8))
        let scope = "\(date)/\(region)/\(service)/\(provider)4_request"
        let algorithm = "\(provider.uppercased())4-HMAC-SHA256"
        let stringToSign = "\(algorithm)\n\(time)\n\(scope)\n\(try Digest(.sha256, of: request).hex)"
        var key = Array("\(provider.uppercased())4\(secretKey)".utf8)
        for part in [date, region, service, "\(provider)4_request", stringToSign] {
            key = try Digest.hmac(.sha256, key: key, of: part.utf8).bytes
        }
        let value =
            "\(algorithm) Credential=\(accessKey)/\(scope), SignedHeaders=\(names), Signature=\(Hex.encode(key))"
        return .success([("Authorization", value)] + added)
    }

    private func value(of name: String) -> String? {
        fields.first { $0.name.canonicalName == name }.map { String(decoding: Self.trimmed($0.octets), as: UTF8.self) }
    }

    /// `amz` as `Amz`.
    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    // MARK: The canonical request

    /// The signed fields sorted by name, each name once, with its values trimmed and joined.
    private func signedFields(adding added: [(name: String, value: String)]) -> [(name: String, value: [UInt8])] {
        var values: [String: [[UInt8]]] = [:]
        for field in fields where !signature.unsignedFields.contains(field.name.canonicalName) {
            values[field.name.canonicalName, default: []].append(Self.trimmed(field.octets))
        }
        for field in added { values[field.name.lowercased()] = [Self.trimmed(Array(field.value.utf8))] }
        if values["host"] == nil { values["host"] = [Array(authority.utf8)] }
        return values.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.joined(separator: ",".utf8))) }
    }

    /// Trims spaces and tabs, and collapses runs of them into one space.
    private static func trimmed(_ value: [UInt8]) -> [UInt8] {
        Array(value.split { $0 == 0x20 || $0 == 0x09 }.joined(separator: [0x20]))
    }

    /// The path with each segment strictly encoded. S3 encodes the decoded path; every other service encodes the path
    /// as sent, so that escapes are encoded again, and reads `//` as `/`.
    private func canonicalPath(encodesAgain: Bool) -> String {
        let path = target.prefix { $0 != "?" }
        var segments = path.split(separator: "/", omittingEmptySubsequences: encodesAgain).map(String.init)
        if encodesAgain {
            segments = Self.removingDots(segments)
            let isFolder = path.hasSuffix("/") || path.hasSuffix("/.") || path.hasSuffix("/..")
            // No set of PercentEncoding contains `%`, which must be encoded here.
            let text =
                "/" + segments.map { Self.strictlyEncoded($0.replacing("%", with: "%25")) }.joined(separator: "/")
            return isFolder && !segments.isEmpty ? text + "/" : text
        }
        return segments.map { Self.strictlyEncoded($0) }.joined(separator: "/")
    }

    private static func removingDots(_ segments: [String]) -> [String] {
        var kept: [String] = []
        for segment in segments {
            switch segment {
            case ".": break
            case "..": kept = kept.dropLast()
            default: kept.append(segment)
            }
        }
        return kept
    }

    /// The query's names and values, strictly encoded and sorted.
    private var canonicalQuery: String {
        guard let mark = target.firstIndex(of: "?") else { return "" }
        var pairs: [(name: String, value: String)] = []
        for pair in target[target.index(after: mark)...].split(separator: "&") {
            let equals = pair.firstIndex(of: "=") ?? pair.endIndex
            let value = pair[equals...].dropFirst()
            pairs.append(
                (Self.strictlyEncoded(pair[..<equals], inQuery: true), Self.strictlyEncoded(value, inQuery: true)))
        }
        pairs.sort { left, right in
            left.name == right.name ? left.value < right.value : left.name < right.name
        }
        return pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    /// Decodes the text, then encodes everything except letters, digits and `-._~`. `+` in a query is a space.
    private static func strictlyEncoded(_ text: some StringProtocol, inQuery isQuery: Bool = false) -> String {
        var text = String(text)
        if isQuery { text = text.replacing("+", with: "%20") }
        // Byte by byte, since the decoded text need not be UTF-8.
        var encoded: [UInt8] = []
        for byte in PercentEncoding.decode(text) {
            if PercentEncodeSet.allButUnreserved.contains(byte) {
                let escape = "%" + Hex.encode([byte]).uppercased()
                encoded.append(contentsOf: escape.utf8)
            } else {
                encoded.append(byte)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension HTTPDate {
    /// The basic form of ISO 8601, used by AWS signatures: `19941106T084937Z`.
    fileprivate var basicISO8601: String {
        let date = civil
        func padded(_ parts: Int...) -> String { parts.map { ASCII.padded($0) }.joined() }
        return "\(date.year)\(padded(date.month, date.day))T\(padded(date.hour, date.minute, date.second))Z"
    }
}
