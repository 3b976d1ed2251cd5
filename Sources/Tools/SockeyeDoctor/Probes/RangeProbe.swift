internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1

/// Requests small parts of the body and compares them with the plain response.
struct RangeProbe: Sendable {
    /// The most bytes of a part.
    private static let byteLimit = 4_096
    /// An entity tag that matches no server's.
    private static let otherTag = "\"sockeye-doctor-0\""

    let client: HTTPClient
    let effort: EffortCounter

    func examine(_ request: Request, _ answer: AnswerFacts) async -> RangesFacts {
        var facts = RangesFacts(acceptRanges: answer.head?.fields[.acceptRanges], parts: [])
        let sample = answer.sample
        guard let head = answer.head, head.status.code == 200 else {
            facts.obstacle = "only a 200 has parts that can be compared"
            return facts
        }
        // Content-Length counts the coded form.
        if answer.isWhole { facts.length = Int64(sample.count) }
        if head.fields[.contentEncoding] == nil, let length = head.fields[.contentLength].flatMap({ Int64($0) }) {
            facts.length = length
        }
        guard sample.count >= 2 else {
            facts.obstacle = "the body is too short to have parts"
            return facts
        }
        for range in Self.ranges(in: sample.count) {
            facts.parts.append(await part(range, nil, .none, request, sample))
            if Task.isCancelled { return facts }
        }
        guard facts.parts.contains(where: { $0.status == 206 }), let range = facts.parts.last?.asked,
            let validator = ValidatorsFacts(head).strongField
        else { return facts }
        facts.parts.append(await part(range, validator, .same, request, sample))
        facts.parts.append(await part(range, Self.otherTag, .other, request, sample))
        return facts
    }

    /// Two overlapping parts, which together reveal a wrong offset.
    static func ranges(in count: Int) -> [ClosedRange<Int64>] {
        let length = min(byteLimit, (count + 1) / 2)
        let start = min(count / 2, max(1, length / 2))
        return [0...Int64(length - 1), Int64(start)...Int64(min(start + length, count) - 1)]
    }

    private func part(
        _ range: ClosedRange<Int64>, _ validator: String?, _ condition: RangesFacts.Part.Condition, _ request: Request,
        _ sample: [UInt8]
    ) async -> RangesFacts.Part {
        var part = RangesFacts.Part(asked: range, condition: condition)
        var request = request
        request.fields[.range] = "bytes=\(range.lowerBound)-\(range.upperBound)"
        request.fields[.acceptEncoding] = "identity"
        if let validator { request.fields[.ifRange] = validator }
        do throws(HTTPClientError) {
            // A server that ignores Range would send the whole body.
            let fetched = try await FetchedResponse.fetch(
                request, by: client, atMost: Self.byteLimit, partsOnly: true, RequestWatcher(effort))
            part.status = fetched.head.status.code
            part.contentRange = fetched.head.fields[.contentRange]
            if let failure = fetched.failure { part.failure = "\(failure)" }
            if part.status == 206, ContentRange(parsing: part.contentRange ?? "")?.positions == range {
                part.isEqual = sample[Int(range.lowerBound)...Int(range.upperBound)].elementsEqual(fetched.bytes)
            }
        } catch {
            part.failure = "\(error)"
        }
        return part
    }
}
