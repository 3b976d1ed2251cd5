internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1

/// Repeats the request with every coding that the client can decode in Accept-Encoding.
struct CompressionProbe: Sendable {
    let client: HTTPClient
    let effort: EffortCounter
    let readsOn: Bool

    func examine(_ request: Request, _ answer: AnswerFacts, isStable: Bool?) async -> CompressionFacts {
        var request = request
        let coding = CodingOptions.compressed
        request.coding = coding
        request.fields[.acceptEncoding] = nil
        var facts = CompressionFacts(offered: coding.contentCodings.map(\.rawValue), coding: "")
        facts.isStable = isStable
        facts.unaskedCoding = Self.coding(of: answer.head?.fields ?? [:])
        do throws(HTTPClientError) {
            let limit = max(1, answer.sample.count)
            let fetched = try await FetchedResponse.fetch(
                request, by: client, atMost: limit, readsOn: readsOn, RequestWatcher(effort))
            let fields = fetched.head.fields
            facts.coding = Self.coding(of: fields)
            facts.type = fields[.contentType]
            (facts.wireBytes, facts.decodedBytes) = (fetched.wireBytes, fetched.decodedBytes)
            facts.isWhole = fetched.isRead
            if let failure = fetched.failure { Self.tell(failure, in: &facts) }
            facts.varies = fields[values: .vary].contains {
                let names = $0.lowercased()
                return names.contains("accept-encoding") || names.contains("*")
            }
            let tags = [answer.head?.fields[.eTag], fields[.eTag]].map { $0.flatMap { EntityTag(parsing: $0) } }
            if let first = tags[0], let second = tags[1] { facts.sharesTag = first.stronglyMatches(second) }
            // A plain response that was compressed without request can't serve for comparison.
            if facts.unaskedCoding.isEmpty, answer.bodyFailure == nil, fetched.failure == nil {
                let count = min(answer.sample.count, fetched.bytes.count)
                facts.isEqual =
                    answer.sample.prefix(count).elementsEqual(fetched.bytes.prefix(count))
                    && (!answer.isWhole || !fetched.isWhole || answer.sample.count == fetched.bytes.count)
            }
        } catch {
            Self.tell(error, in: &facts)
        }
        return facts
    }

    private static func tell(_ error: HTTPClientError, in facts: inout CompressionFacts) {
        facts.failure = "\(error)"
        guard case .coding(let error) = error.cause else { return }
        facts.isUndecodable = true
        if case .truncated = error { facts.isCut = true }
    }

    private static func coding(of fields: HTTPFields) -> String {
        let coding = fields[values: .contentEncoding].joined(separator: ", ")
        return coding.lowercased() == "identity" ? "" : coding
    }
}
