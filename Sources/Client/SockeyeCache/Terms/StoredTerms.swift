internal import HTTPTypes
internal import SockeyeFields

/// What a stored response's fields say about its age and its use. Read once, not for every request that it answers.
struct StoredTerms: Sendable, Hashable {
    let control: CacheControl
    /// The fields of an answer besides Age: without those that `no-cache` names, with Date (RFC 9111 section 4).
    let answerFields: HTTPFields
    /// Whether the body has content codings.
    let isCoded: Bool
    /// Date; without one, the time of its arrival (RFC 9110 section 6.6.1).
    let date: Int64
    /// Age when it arrived, as the server said it; 0 without.
    let age: Int64
    /// Expires; what isn't one date has expired, and counts as ``date`` (RFC 9111 section 5.3). `nil` without the field.
    let expires: Int64?
    let lastModified: Int64?

    init(_ response: StoredResponse) {
        let fields = response.fields
        control = CacheControl(fields)
        let sent = Self.moment(fields[.date])
        isCoded = fields.contains(.contentEncoding)
        answerFields = Self.answerFields(fields, control, arrival: response.responseTime)
        date = sent ?? HTTPDate(clamping: response.responseTime).secondsSinceEpoch
        age = fields.age ?? 0
        lastModified = Self.moment(fields[.lastModified])
        let values = fields[values: .expires]
        if let first = values.first {
            // "0" above all isn't a date; nor is what is said twice in two ways.
            expires = (values.allSatisfy { $0 == first } ? Self.moment(first) : nil) ?? date
        } else {
            expires = nil
        }
    }

    private static func answerFields(
        _ fields: HTTPFields, _ control: CacheControl, arrival: Int64
    ) -> HTTPFields {
        var fields = fields
        for name in control.noCacheFields {
            if let name = HTTPField.Name(name) { fields[name] = nil }
        }
        if fields.contains(.age) { fields[.age] = nil }
        // RFC 9110 section 6.6.1: the time of its arrival.
        if !fields.contains(.date) { fields[.date] = HTTPDate(clamping: arrival).description }
        return fields
    }

    private static func moment(_ value: String?) -> Int64? {
        value.flatMap { HTTPDate(parsing: $0) }?.secondsSinceEpoch
    }
}
