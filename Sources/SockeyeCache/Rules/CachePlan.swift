public import HTTPTypes
internal import SockeyeFields

/// What to do with a request, given what is stored for its URL (RFC 9111 section 4).
public enum CachePlan: Sendable {
    /// Answer with this record.
    case answer(CacheAnswer)
    /// Ask the server whether the first of these records is still good, with these fields added.
    case validate([CacheRecord], conditions: HTTPFields, CacheStatus)
    /// Forward the request.
    case forward(CacheStatus)
    /// Nothing usable is stored, and nothing may be loaded: the error `.notCached`.
    case notCached
    /// The same by the request's own `only-if-cached`: status 504 (RFC 9111 section 5.2.1.7).
    case gatewayTimeout

    /// Decides.
    ///
    /// - Parameters:
    ///   - records: everything stored for the request's key.
    ///   - now: seconds since 1970.
    public init(for request: CacheRequest, _ records: [CacheRecord], now: Int64) {
        let lookup = CacheLookup(request, now: now)
        let plan = lookup.plan(records)
        guard case .answer = plan else {
            if request.policy.loadsNothing {
                self = .notCached
            } else {
                self = request.control.onlyIfCached ? .gatewayTimeout : plan
            }
            return
        }
        self = plan
    }
}

/// An answer from the store.
public struct CacheAnswer: Sendable {
    /// What answers.
    public let record: CacheRecord
    /// Its freshness.
    public let freshness: Freshness
    /// The positions of the whole body to send, with status 206; `nil` for all that is stored.
    public let range: ClosedRange<Int64>?
    /// Whether the caller's own conditions make it a 304.
    public let isNotModified: Bool
    /// Whether to validate it in the background (RFC 5861 section 3).
    public let validatesInBackground: Bool
    /// Why, if it isn't simply fresh.
    public let detail: String?

    /// The fields of the answer (RFC 9111 section 4): with Age, without those that `no-cache` names.
    public var fields: HTTPFields {
        var fields = record.response.fields
        for name in CacheControl(fields).noCacheFields {
            if let name = HTTPField.Name(name) { fields[name] = nil }
        }
        // Section 5.1. A response without Date gets the time of its arrival (RFC 9110 section 6.6.1).
        fields[.age] = "\(max(0, min(freshness.age, DeltaSeconds.largest)))"
        if !fields.contains(.date) { fields[.date] = HTTPDate(clamping: record.response.responseTime).description }
        if let range {
            let complete = record.response.part?.completeLength ?? record.bodyLength
            fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(complete)"
        }
        return fields
    }

    /// The status of the answer.
    public var status: HTTPResponse.Status {
        if isNotModified { return .notModified }
        if range != nil { return .partialContent }
        return HTTPResponse.Status(code: record.response.status, reasonPhrase: record.response.reason)
    }
}

/// Finds the stored response that answers a request.
struct CacheLookup {
    private let request: CacheRequest
    private let now: Int64

    init(_ request: CacheRequest, now: Int64) {
        self.request = request
        self.now = now
    }

    func plan(_ records: [CacheRecord]) -> CachePlan {
        if !request.isCacheable { return .forward(CacheStatus(forward: .method)) }
        // RFC 9111 section 5.2.1.4 is about storing; a request that forbids that isn't answered from the store either.
        if request.policy.ignoresStored || request.hasServerConditions || request.control.noStore {
            return .forward(CacheStatus(forward: .bypass))
        }
        if request.hasRange, request.range == nil { return .forward(CacheStatus(forward: .bypass)) }
        let usable = records.filter { request.method == .head || !$0.response.isHead }
        guard !usable.isEmpty else { return .forward(CacheStatus(forward: .uriMiss)) }
        let selected = usable.filter { VaryRule.matches($0.response, request.fields) }.sorted(by: isBetter)
        if selected.isEmpty { return plan(varyMiss: usable) }
        guard let record = selected.first(where: { covers($0) }) else {
            return .forward(CacheStatus(forward: .partial))
        }
        return plan(record)
    }

    /// Section 4.1: the most recent response counts.
    private func isBetter(_ left: CacheRecord, _ right: CacheRecord) -> Bool {
        func date(_ record: CacheRecord) -> Int64 {
            record.response.fields[.date].flatMap { HTTPDate(parsing: $0) }?.secondsSinceEpoch
                ?? record.response.responseTime
        }
        let (leftDate, rightDate) = (date(left), date(right))
        return leftDate != rightDate ? leftDate > rightDate : left.id > right.id
    }

    /// Section 4.3.1: the tags of responses selected by other fields may be offered too; the server picks one.
    private func plan(varyMiss records: [CacheRecord]) -> CachePlan {
        let status = CacheStatus(forward: .varyMiss)
        let tagged = records.filter { $0.response.part == nil && Validators($0.response.fields).tag != nil }
        if request.hasOwnValidators || request.hasRange || request.policy.ignoresAge || tagged.isEmpty {
            return .forward(status)
        }
        var conditions = Validators.conditions(for: tagged.map(\.response))
        conditions[.ifModifiedSince] = nil
        return .validate(tagged, conditions: conditions, status)
    }

    /// Whether the stored bytes include those asked for.
    private func covers(_ record: CacheRecord) -> Bool {
        guard let part = record.response.part else { return true }
        // Section 3.3: a part answers only requests within it.
        guard let range = request.range?.resolved(completeLength: part.completeLength) else { return false }
        return part.first <= range.lowerBound && range.upperBound <= part.last
    }

    private func plan(_ record: CacheRecord) -> CachePlan {
        let control = CacheControl(record.response.fields)
        let freshness = Freshness(record.response, control, hasQuery: request.hasQuery, now: now)
        if request.policy.ignoresAge {
            return answer(record, freshness, detail: freshness.isFresh ? nil : "stale-allowed")
        }
        // RFC 8246: no reload changes an immutable response while it is fresh.
        let isSettled = control.isImmutable && freshness.isFresh && !request.control.noCache
        if !isSettled, request.policy == .reloadRevalidatingCacheData || request.control.noCache {
            return validate(record, freshness, .request)
        }
        if control.noCache { return validate(record, freshness, .stale) }
        // Section 5.2.1.1 and 5.2.1.3.
        if let maxAge = request.control.maxAge, freshness.age > maxAge, !isSettled {
            return validate(record, freshness, .request)
        }
        if let minFresh = request.control.minFresh, freshness.timeToLive < minFresh {
            return validate(record, freshness, .request)
        }
        if freshness.isFresh { return answer(record, freshness) }
        // Section 4.2.4: stale only if somebody allows it and nobody forbids it.
        let staleness = -freshness.timeToLive
        if !control.mustRevalidate {
            if let maxStale = request.control.maxStale, staleness <= maxStale {
                return answer(record, freshness, detail: "max-stale")
            }
            if let window = control.staleWhileRevalidate, staleness <= window, !request.hasOwnValidators {
                return answer(record, freshness, detail: "stale-while-revalidate", validatesInBackground: true)
            }
        }
        return validate(record, freshness, .stale)
    }

    private func validate(
        _ record: CacheRecord, _ freshness: Freshness, _ reason: CacheStatus.Forward
    ) -> CachePlan {
        let status = CacheStatus(forward: reason, timeToLive: freshness.timeToLive)
        // The caller's own conditions go out as they are. A 304 to a range request says nothing about which part.
        if request.hasOwnValidators || Validators(record.response.fields).isEmpty { return .forward(status) }
        return .validate([record], conditions: Validators.conditions(for: [record.response]), status)
    }

    private func answer(
        _ record: CacheRecord, _ freshness: Freshness, detail: String? = nil, validatesInBackground: Bool = false
    ) -> CachePlan {
        let complete = record.response.part?.completeLength ?? record.bodyLength
        let range = request.method == .get ? request.range : nil
        // RFC 9110 section 14.2: a range of anything but a 200 is ignored; one that selects nothing is the server's.
        let isRanged = range != nil && [200, 206].contains(record.response.status)
        let positions = isRanged ? range?.resolved(completeLength: complete) : nil
        if isRanged, positions == nil { return .forward(CacheStatus(forward: .bypass)) }
        let isNotModified =
            request.hasOwnValidators && record.response.status == 200
            && Validators(record.response.fields).satisfy(notModifiedOf: request.fields)
        return .answer(
            CacheAnswer(
                record: record, freshness: freshness, range: isNotModified ? nil : positions,
                isNotModified: isNotModified, validatesInBackground: validatesInBackground, detail: detail))
    }
}
