package import HTTPTypes
internal import SockeyeFields

/// What to do with a request, given what is stored for its URL (RFC 9111 section 4).
package enum CachePlan: Sendable {
    /// Answer with this record.
    case answer(CacheAnswer)
    /// Ask the server whether what is stored is still good.
    case validate(CacheQuestion)
    /// Forward the request, for this reason.
    case forward(CacheStatus.Forward)
    /// Nothing usable is stored, and nothing may be loaded: the error `.notCached`.
    case notCached
    /// The same by the request's own `only-if-cached`: status 504 (RFC 9111 section 5.2.1.7).
    case gatewayTimeout

    /// Decides.
    ///
    /// - Parameters:
    ///   - request: the request to be answered.
    ///   - records: everything stored for the request's key.
    ///   - now: seconds since 1970.
    package init(for request: CacheRequest, _ records: [CacheRecord], now: Int64) {
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

extension CachePlan {
    /// Whether a request goes out.
    package var asksServer: Bool {
        switch self {
        case .validate, .forward: true
        case .answer, .notCached, .gatewayTimeout: false
        }
    }
}

/// What to ask the server about stored responses (RFC 9111 section 4.3.1).
package struct CacheQuestion: Sendable {
    /// Those it is about; the first is preferred.
    package let records: [CacheRecord]
    /// The fields to add to the request; empty if they have no validators or the caller has conditions of its own. What is
    /// stored can then only replace an error.
    package let conditions: HTTPFields
    /// Why it is asked.
    package let reason: CacheStatus.Forward
}

/// An answer from the store.
package struct CacheAnswer: Sendable {
    /// What answers.
    package let record: CacheRecord
    /// Its freshness.
    package let freshness: Freshness
    /// The positions of the whole body to send, with status 206; `nil` for all that is stored.
    package let range: ClosedRange<Int64>?
    /// Whether the caller's own conditions make it a 304.
    package let isNotModified: Bool
    /// Whether to validate it in the background (RFC 5861 section 3).
    package let validatesInBackground: Bool
    /// Why, if it isn't simply fresh.
    package let detail: String?

    /// The fields of the answer (RFC 9111 section 4) besides ``addedFields``: those stored, without what `no-cache` names.
    package var keptFields: HTTPFields {
        var fields = record.terms.answerFields
        if range != nil { fields[.contentRange] = nil }
        return fields
    }

    /// The fields that this answer adds: Age (RFC 9111 section 5.1), and Content-Range for a part.
    package var addedFields: [HTTPField] {
        let age = HTTPField(name: .age, value: "\(max(0, min(freshness.age, DeltaSeconds.largest)))")
        guard let range else { return [age] }
        let positions = "\(range.lowerBound)-\(range.upperBound)/\(record.completeLength)"
        return [age, HTTPField(name: .contentRange, value: "bytes \(positions)")]
    }

    /// Whether the body has content codings.
    package var isCoded: Bool { record.terms.isCoded }

    /// The status of the answer.
    package var status: HTTPResponse.Status {
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
        if !request.isCacheable { return .forward(.method) }
        // RFC 9111 section 5.2.1.4 is about storing; a request that forbids that isn't answered from the store either.
        if request.policy.ignoresStored || request.hasServerConditions || request.control.noStore {
            return .forward(.bypass)
        }
        if request.hasRange, request.range == nil { return .forward(.bypass) }
        var best: CacheRecord?
        var (isAnyUsable, isAnySelected) = (false, false)
        for record in records where isUsable(record) {
            isAnyUsable = true
            guard VaryRule.matches(record.response, request.fields) else { continue }
            isAnySelected = true
            if covers(record), best.map({ isBetter(record, $0) }) ?? true { best = record }
        }
        if let best { return plan(best) }
        if isAnySelected { return .forward(.partial) }
        return isAnyUsable ? plan(varyMiss: records.filter(isUsable)) : .forward(.uriMiss)
    }

    private func isUsable(_ record: CacheRecord) -> Bool { request.method == .head || !record.response.isHead }

    /// Section 4.1: the most recent response counts.
    private func isBetter(_ left: CacheRecord, _ right: CacheRecord) -> Bool {
        let (leftDate, rightDate) = (left.terms.date, right.terms.date)
        return leftDate != rightDate ? leftDate > rightDate : left.id > right.id
    }

    /// Section 4.3.1: the tags of responses selected by other fields may be offered too; the server picks one. Not those of coded
    /// ones: servers that code on the fly take their weak tags for those of the uncoded.
    private func plan(varyMiss records: [CacheRecord]) -> CachePlan {
        let tagged = records.filter {
            $0.response.part == nil && Validators($0.response.fields).tag != nil && !VaryRule.isCoded($0.response)
        }
        if request.hasOwnValidators || request.hasRange || request.policy.ignoresAge || tagged.isEmpty {
            return .forward(.varyMiss)
        }
        var conditions = Validators.conditions(for: tagged.map(\.response))
        conditions[.ifModifiedSince] = nil
        return .validate(CacheQuestion(records: tagged, conditions: conditions, reason: .varyMiss))
    }

    /// Whether the stored bytes include those asked for.
    private func covers(_ record: CacheRecord) -> Bool {
        guard let part = record.response.part else { return true }
        // Section 3.3: a part answers only requests within it.
        guard let range = request.range?.resolved(completeLength: part.completeLength) else { return false }
        return part.first <= range.lowerBound && range.upperBound <= part.last
    }

    private func plan(_ record: CacheRecord) -> CachePlan {
        let control = record.terms.control
        let freshness = Freshness(record, hasQuery: request.hasQuery, now: now)
        if request.policy.ignoresAge {
            return answer(record, freshness, detail: freshness.isFresh ? nil : "stale-allowed")
        }
        // RFC 8246: no reload changes an immutable response while it is fresh.
        let isSettled = control.isImmutable && freshness.isFresh && !request.control.noCache
        if !isSettled, request.policy == .revalidate || request.control.noCache {
            return validate(record, .request)
        }
        if control.noCache { return validate(record, .stale) }
        // Section 5.2.1.1 and 5.2.1.3.
        if let maxAge = request.control.maxAge, freshness.age > maxAge, !isSettled {
            return validate(record, .request)
        }
        if let minFresh = request.control.minFresh, freshness.timeToLive < minFresh {
            return validate(record, .request)
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
        return validate(record, .stale)
    }

    private func validate(_ record: CacheRecord, _ reason: CacheStatus.Forward) -> CachePlan {
        // The caller's own conditions go out as they are. A 304 to a range request says nothing about which part.
        let conditions = request.hasOwnValidators ? [:] : Validators.conditions(for: [record.response])
        return .validate(CacheQuestion(records: [record], conditions: conditions, reason: reason))
    }

    private func answer(
        _ record: CacheRecord, _ freshness: Freshness, detail: String? = nil, validatesInBackground: Bool = false
    ) -> CachePlan {
        let isNotModified =
            request.hasOwnValidators && record.response.status == 200
            && Validators(record.response.fields).satisfy(notModifiedOf: request.fields)
        let answer = CacheAnswer(
            record, freshness, to: request, isNotModified: isNotModified, validatesInBackground: validatesInBackground,
            detail: detail)
        // A range that selects nothing is the server's.
        return answer.map { .answer($0) } ?? .forward(.bypass)
    }
}

extension CacheAnswer {
    /// `nil` if the request's range selects nothing.
    init?(
        _ record: CacheRecord, _ freshness: Freshness, to request: CacheRequest, isNotModified: Bool = false,
        validatesInBackground: Bool = false, detail: String?
    ) {
        var range: ClosedRange<Int64>?
        // RFC 9110 section 14.2: a range of anything but a 200 is ignored.
        if let wanted = request.range, [200, 206].contains(record.response.status) {
            range = wanted.resolved(completeLength: record.completeLength)
            if range == nil { return nil }
        }
        self.init(
            record: record, freshness: freshness, range: isNotModified ? nil : range, isNotModified: isNotModified,
            validatesInBackground: validatesInBackground, detail: detail)
    }
}
