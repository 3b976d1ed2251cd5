internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1

extension Request {
    /// Adds the fields of the question: the range, its condition, and the request for a digest.
    mutating func ask(_ question: ResumeQuestion, _ known: ResumeKnowledge, wantsDigest: Bool) {
        if wantsDigest, let name = HTTPField.Name("Want-Repr-Digest") { fields[name] = PromisedDigests.wanted }
        guard question.isRanged else { return }
        let range = question.end.map { ByteRange.closed(first: question.first, last: $0 - 1) } ?? .from(question.first)
        fields[.range] = RangeField(range).description
        // Ranges of a coded body cannot be combined with ranges of a plain one.
        if fields[.acceptEncoding] == nil { fields[.acceptEncoding] = "identity" }
        // RFC 9110 section 13.1.5: the range if the file is unchanged, otherwise the whole file.
        if question.isConditional, let validator = known.validator { fields[octets: .ifRange] = [validator.ifRange] }
    }
}
