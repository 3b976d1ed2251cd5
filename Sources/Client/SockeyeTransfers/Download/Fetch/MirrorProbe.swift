internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeURL
internal import SockeyeFields
internal import SockeyeHTTP1

/// Asks a mirror for one byte and judges by the response's head whether it has the same file.
///
/// Equal length proves nothing; `MirrorTrust` decides what does, depending on who named the mirror.
struct MirrorProbe: Sendable {
    let client: HTTPClient
    let request: Request
    let url: HTTPURL
    let total: Int64
    let validator: Validator?
    let digests: [Checksum]
    /// Whether the whole file is checked against one of them in the end.
    let isVerifiedInTheEnd: Bool
    let namer: MirrorTrust.Namer

    /// The source; `nil` if the mirror has another file or none, or serves no ranges.
    func run() async -> Source? {
        var request = request.moved(to: url)
        request.ask(ResumeQuestion(first: 0, end: 1, isRanged: true), ResumeKnowledge(), wantsDigest: true)
        return try? await client.perform(request) { response in judge(response.head, from: response.url) }
    }

    /// Judges the response to a request for the first byte.
    ///
    /// - Parameter place: the URL that answered, after redirects.
    func judge(_ head: ResponseHead, from place: HTTPURL) -> Source? {
        let answer = ResumeAnswer(head, bodyLength: nil)
        guard answer.status == 206, case .part(0, 0, total) = answer.contentRange, !answer.isCoded else { return nil }
        var isSame = false
        if case .entityTag(let tag) = validator, let other = answer.entityTag, tag.stronglyMatches(other) {
            isSame = true
        }
        for promised in PromisedDigests.ofFile(in: head.fields, isPart: true) {
            guard let known = digests.first(where: { $0.algorithm == promised.algorithm }) else { continue }
            // A digest that contradicts ours means another file, whatever else agrees.
            if known != promised { return nil }
            isSame = true
        }
        let trust = MirrorTrust(of: place, insteadOf: request.url, namedBy: namer)
        guard trust.mayServe(hasDigest: isVerifiedInTheEnd, isSame: isSame) else { return nil }
        return Source(url: url, validator: answer.validator, lastModified: answer.lastModified)
    }

    /// The mirrors that a response names: `Link` with `rel=duplicate` (RFC 6249 section 3), by ascending `pri`.
    static func links(in head: ResponseHead, at base: HTTPURL) -> [HTTPURL] {
        let duplicates = LinkField.links(in: head.fields).filter { $0.relations.contains("duplicate") }
        let ranked = duplicates.map { link in
            (
                rank: link.parameters.first { $0.name == "pri" }.flatMap { Int($0.value) } ?? 999_999,
                target: link.targetOctets
            )
        }
        return ranked.sorted { $0.rank < $1.rank }.compactMap { try? base.resolving(octets: $0.target) }
    }
}
