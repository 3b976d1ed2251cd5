internal import HTTPTypes
internal import SockeyeFields
internal import SockeyeParsers
internal import SockeyeTransfers
internal import SockeyeURL

extension BackgroundJob {
    /// Writes the job's members into a journal line.
    func write(to object: inout JSONObject) {
        switch work {
        case .download(let options):
            object["kind"] = .string(BackgroundTransfer.Kind.download.rawValue)
            switch options.segments {
            case .automatic: object["segments"] = "auto"
            case .fixed(let count): object["segments"] = .number(JSONNumber(count))
            }
            object["checksum"] = options.checksum.map { .string($0.description) }
            object["replaces"] = .bool(options.replacesExisting)
        case .upload(let options):
            object["kind"] = .string(BackgroundTransfer.Kind.upload.rawValue)
            object["method"] = .string(options.method.rawValue)
            if case .from(let uploadProtocol) = options.resumption {
                object["resumable"] = .string(uploadProtocol?.rawValue ?? Self.anyProtocol)
            }
            object["repeatable"] = .bool(options.isRepeatable)
        }
        object["url"] = .string(url.href)
        object["path"] = .string(path)
        object["fields"] = .array(fields.map { [.string($0.name.rawName), Self.json(of: $0)] })
        object["label"] = label.map { .string($0) }
        object["retries"] = .number(JSONNumber(retries))
        object["rate"] = bytesPerSecond.map { .number(JSONNumber($0)) }
    }

    private static let anyProtocol = "any"

    /// A field value as a string, or as an array of octets if it isn't UTF-8.
    private static func json(of field: HTTPField) -> JSONValue {
        return String(validating: field.octets, as: UTF8.self).map { .string($0) }
            ?? .array(field.octets.map { .number(JSONNumber($0)) })
    }

    private static func octets(of value: JSONValue?) -> [UInt8]? {
        if let text = value?.string { return Array(text.utf8) }
        guard let numbers = value?.array else { return nil }
        let octets = numbers.compactMap { $0.number?.integer(as: UInt8.self) }
        return octets.count == numbers.count ? octets : nil
    }

    /// Parses the job in a journal line; `nil` if a member is missing or invalid.
    init?(_ object: JSONObject) {
        guard let text = object["url"]?.string, let url = try? HTTPURL(text), let path = object["path"]?.string,
            path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0), let retries = object["retries"]?.int
        else { return nil }
        var fields = HTTPFields()
        for pair in object["fields"]?.array ?? [] {
            guard let raw = pair[0]?.string, let name = HTTPField.Name(raw), let value = Self.octets(of: pair[1]),
                HTTPField.isValidValue(value)
            else { return nil }
            fields.append(HTTPField(name: name, value: value))
        }
        let work: Work
        switch object["kind"]?.string.flatMap(BackgroundTransfer.Kind.init) {
        case .download?:
            guard let options = Download(object) else { return nil }
            work = .download(options)
        case .upload?:
            guard let options = Upload(object, anyProtocol: Self.anyProtocol) else { return nil }
            work = .upload(options)
        case nil: return nil
        }
        self.init(
            work, url: url, path: path, fields: fields, label: object["label"]?.string, retries: retries,
            bytesPerSecond: object["rate"]?.number?.integer(as: Int64.self))
    }
}

extension BackgroundJob.Download {
    fileprivate init?(_ object: JSONObject) {
        var segments = SegmentCount.automatic
        if object["segments"]?.string != "auto" {
            guard let count = object["segments"]?.int, (1...SegmentCount.perHostLimit).contains(count) else {
                return nil
            }
            segments = .fixed(count)
        }
        var checksum: Checksum?
        if let text = object["checksum"] {
            // An unreadable digest must not make the file pass as verified.
            guard let parsed = text.string.flatMap({ Checksum($0) }) else { return nil }
            checksum = parsed
        }
        self.init(segments: segments, checksum: checksum, replacesExisting: object["replaces"]?.bool ?? false)
    }
}

extension BackgroundJob.Upload {
    fileprivate init?(_ object: JSONObject, anyProtocol: String) {
        guard let name = object["method"]?.string, let method = HTTPRequest.Method(name) else { return nil }
        var resumption = Resumption.never
        if let text = object["resumable"]?.string {
            let uploadProtocol = ResumableProtocol(rawValue: text)
            if uploadProtocol == nil, text != anyProtocol { return nil }
            resumption = .from(uploadProtocol)
        }
        self.init(method: method, resumption: resumption, isRepeatable: object["repeatable"]?.bool ?? false)
    }
}
