internal import SockeyeFields

/// The Upload-Limit field of draft-ietf-httpbis-resumable-upload (section 4.1.4): a dictionary (RFC 9651 section 3.2).
struct UploadLimits: Sendable, Hashable {
    /// The largest file.
    var maxSize: Int64?
    /// The smallest file.
    var minSize: Int64?
    /// The most bytes in one request.
    var maxAppendSize: Int64?
    /// The fewest bytes in one request, except the last.
    var minAppendSize: Int64?
    /// How many seconds the upload is kept.
    var maxAge: Int64?

    init() {}

    /// Parses a field value; `nil` if it isn't a dictionary or a known key has a value that isn't an integer: then the
    /// whole field is ignored. Unknown keys are skipped, and of a repeated key the last one counts.
    init?(parsing text: String) {
        guard let members = StructuredValue.dictionary(in: text) else { return nil }
        for (key, value) in members {
            let number: Int64? = if case .integer(let number) = value, number >= 0 { number } else { nil }
            switch key {
            case "max-size": maxSize = number
            case "min-size": minSize = number
            case "max-append-size": maxAppendSize = number
            case "min-append-size": minAppendSize = number
            case "max-age": maxAge = number
            default: continue
            }
            if number == nil { return nil }
        }
    }
}
