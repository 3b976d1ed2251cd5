internal import HTTPTypes
package import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1

extension Request {
    /// The statuses of what the caller's own fields ask for instead of the whole file.
    var askedStatuses: Set<Int> {
        let isOfPart = fields.contains(.range) || fields.contains(.contentRange)
        let isOfDifference = HTTPField.Name("A-IM").map(fields.contains) ?? false
        return Set((isOfPart ? [206] : []) + (isOfDifference ? [226] : []))
    }

    /// Adds the fields of the question: the range, its condition, and the request for a digest.
    mutating func ask(_ question: ResumeQuestion, _ known: ResumeKnowledge, wantsDigest: Bool) {
        guard wantsDigest || question.isRanged else { return }
        let given = fields
        defer { noteFields(addedTo: given, from: "the download") }
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

extension Response {
    /// What is wrong with a successful answer to `request` that isn't what it asked for: a part, or a difference from another
    /// version, in place of the whole; `nil` if it is.
    package func unaskedPart(for request: Request) -> String? {
        // Any other answer is whole, whatever its fields say.
        guard status.code == 206 || status.code == 226 else { return nil }
        let answer = ResumeAnswer(head, bodyLength: body.encodedByteCount)
        guard answer.isPart, !request.askedStatuses.contains(answer.status) else { return nil }
        return ResumePolicy.Reason.unasked(status: answer.status, answer.contentRange).description
    }
}
