package import HTTPTypes
internal import SockeyeFields

/// What a validation came to (RFC 9111 section 4.3.3 to 4.3.5).
package enum Revalidation {
    /// The records that a 304 freshens, of those asked about; the first of them answers. Empty if it fits none: the request
    /// is then sent again without conditions.
    ///
    /// Section 4.3.4: all that share the 304's strong validator; else the most recent that matches a weak one; else, if
    /// the 304 has none, the only one asked about.
    package static func freshened(by fields: HTTPFields, of asked: [CacheRecord]) -> [CacheRecord] {
        let validators = Validators(fields)
        if let tag = validators.strongTag {
            let same = asked.filter { Validators($0.response.fields).strongTag == tag }
            if !same.isEmpty { return same }
        }
        if let tag = validators.tag {
            if let match = asked.first(where: { Validators($0.response.fields).tag?.weaklyMatches(tag) == true }) {
                return [match]
            }
            // A tag that we don't have is about another response.
            return asked.count == 1 && Validators(asked[0].response.fields).tag == nil ? asked : []
        }
        if let date = validators.lastModified {
            return asked.first { Validators($0.response.fields).lastModified == date }.map { [$0] } ?? only(asked)
        }
        return only(asked)
    }

    private static func only(_ asked: [CacheRecord]) -> [CacheRecord] { asked.count == 1 ? asked : [] }

    /// The stored response with the fields of a 304 or of a response to HEAD (RFC 9111 section 3.2); `nil` if with these it may
    /// be kept no longer.
    ///
    /// - Parameters:
    ///   - response: what is stored.
    ///   - fields: those of the new head.
    ///   - sent: the fields of the request, which select it from now on if Vary changes.
    ///   - requestTime: when the request was sent, in seconds since 1970.
    ///   - responseTime: when the new head arrived.
    package static func updated(
        _ response: StoredResponse, by fields: HTTPFields, of sent: HTTPFields, requestTime: Int64, responseTime: Int64
    ) -> StoredResponse? {
        if Storability.isForbidden(byCacheControl: fields[octets: .cacheControl]) { return nil }
        var updated = response
        let fresh = Storability.keptFields(of: fields)
        var seen: Set<HTTPField.Name> = []
        for field in fresh where !describesStoredBytes(field.name) && seen.insert(field.name).inserted {
            updated.fields[fields: field.name] = fresh[fields: field.name]
        }
        if fresh.contains(.vary) {
            guard let varying = VaryRule.selecting(sent, by: updated.fields, salt: VaryRule.salt(of: [response])) else {
                return nil
            }
            // One that was selected by another request's values, and is right for this one too, stays that one's.
            if varying.map(\.name) != response.varying.map(\.name) { updated.varying = varying }
        }
        // Age and Date are of the stored response; a 304 without them begins a new life at its arrival.
        if !fresh.contains(.age) { updated.fields[.age] = nil }
        if !fresh.contains(.date) { updated.fields[.date] = nil }
        updated.requestTime = requestTime
        updated.responseTime = responseTime
        return updated
    }

    /// Fields that say how the stored bytes are to be read, which a response without them can't change.
    private static func describesStoredBytes(_ name: HTTPField.Name) -> Bool {
        name == .contentEncoding || name == .contentRange || name == .contentLength
    }

    /// Whether a response to HEAD freshens this one (section 4.3.5): same length and no different validator. If not, the
    /// stored response has become stale.
    package static func headAgrees(_ head: HTTPFields, with record: CacheRecord) -> Bool {
        if let length = head[.contentLength], Int64(length) != record.completeLength { return false }
        let (new, old) = (Validators(head), Validators(record.response.fields))
        if let tag = new.tag, let oldTag = old.tag { return tag == oldTag }
        if let date = new.lastModified, let oldDate = old.lastModified { return date == oldDate }
        return new.isEmpty == old.isEmpty
    }

    /// Whether a stale response may replace an error (RFC 5861 section 4): the response's or the request's `stale-if-error`
    /// allows it, and nothing forbids it.
    package static func mayReplaceError(
        _ record: CacheRecord, for request: CacheRequest, now: Int64
    ) -> CacheAnswer? {
        let control = record.terms.control
        let freshness = Freshness(record, hasQuery: request.hasQuery, now: now)
        let windows = [control.staleIfError, request.control.staleIfError].compactMap { $0 }
        guard let window = windows.max(), -freshness.timeToLive <= window, !control.mustRevalidate, !control.noCache,
            !request.control.noCache, VaryRule.matches(record.response, request.fields)
        else { return nil }
        return CacheAnswer(record, freshness, to: request, detail: "stale-if-error")
    }

    /// The answer with a record that was just freshened.
    package static func answer(with record: CacheRecord, for request: CacheRequest, now: Int64) -> CacheAnswer? {
        let freshness = Freshness(record, hasQuery: request.hasQuery, now: now)
        return CacheAnswer(record, freshness, to: request, detail: "revalidated")
    }

    /// The statuses that count as an error for `stale-if-error` (RFC 5861 section 4).
    package static func isError(_ status: Int) -> Bool { [500, 502, 503, 504].contains(status) }
}
