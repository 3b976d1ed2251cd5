/// Whether a response is compressed when the client offers to decode it.
struct CompressionFacts: Sendable {
    /// Below this, compression saves too little to matter.
    private static let worthwhile = 1_400

    /// What was offered, such as `gzip`.
    var offered: [String]
    /// The Content-Encoding of the response; empty for none.
    var coding: String
    /// The Content-Encoding of a response to a request that accepts none.
    var unaskedCoding: String = ""
    var type: String?
    /// Bytes of the body on the wire, and after decoding; both only up to a limit.
    var wireBytes: Int64 = 0
    var decodedBytes: Int64 = 0
    /// Whether these bytes are the whole body.
    var isWhole = true
    /// Whether the decoded bytes equal those of the plain response; `nil` if they couldn't be compared.
    var isEqual: Bool?
    /// Whether the plain response is known to be the same each time.
    var isStable: Bool?
    /// Whether Vary names Accept-Encoding.
    var varies = false
    /// Whether the plain and the compressed form have the same strong ETag.
    var sharesTag = false
    var failure: String?
    /// Whether the failure was in decoding.
    var isUndecodable = false
    /// Whether the compressed bytes are truncated.
    var isCut = false

    func grade() -> [Finding] {
        let facts = [
            Fact("offered", offered), Fact("coding", coding), Fact("wire_bytes", wireBytes),
            Fact("decoded_bytes", decodedBytes),
        ]
        if let failure {
            let said =
                !isUndecodable
                ? "with an offer of codings, " : coding.isEmpty ? "" : "it says \(Wording.clipped(coding)), but "
            return .one(
                .compression, .fault, "\(said)\(Wording.clipped(failure))",
                advice: isCut
                    ? "the compressed bytes end too early: find out whether the server or a proxy truncates them"
                    : isUndecodable
                        ? "the Content-Encoding field and the bytes must agree: look for a second compressor on the way"
                        : "the plain request succeeded: find out why the one that offers codings doesn't",
                facts)
        }
        var findings = [coding.isEmpty ? plain(facts) : compressed(facts)]
        if !unaskedCoding.isEmpty {
            findings.add(
                .compression, .warning, "a request that accepts no coding gets \(Wording.clipped(unaskedCoding))",
                advice: "clients that can't decode it get garbage; heed Accept-Encoding (RFC 9110 section 12.5.3)")
        }
        if coding.isEmpty { return findings }
        if isEqual == false {
            let isSure = isStable == true
            findings.add(
                .compression, isSure ? .fault : .note, "what is decoded differs from the plain response",
                advice: isSure ? "one of the two is wrong: compare them" : "fine if the page changes each time")
        }
        if !varies {
            findings.add(
                .compression, .warning,
                "Vary doesn't name Accept-Encoding: a cache may serve it to clients that can't decode it",
                advice: "send Vary: Accept-Encoding with both forms")
        }
        if sharesTag {
            findings.add(
                .compression, .warning, "the plain and the compressed form have the same strong ETag",
                advice: "different bytes need different tags, or weak ones (RFC 9110 section 8.8.3.3)")
        }
        return findings
    }

    private func compressed(_ facts: [Fact]) -> Finding {
        let name = Wording.clipped(coding)
        if wireBytes >= decodedBytes, decodedBytes > 0 {
            return Finding(
                .compression, .note, "\(name) doesn't make it smaller: \(Wording.bytes(decodedBytes))",
                advice: "skip bodies that are small or already compressed", facts)
        }
        let percent = decodedBytes > 0 ? 100 - wireBytes * 100 / decodedBytes : 0
        return Finding(
            .compression, .ok,
            "\(name) saves \(percent) %: \(Wording.bytes(wireBytes)) for "
                + (isWhole ? "" : "the first ") + Wording.bytes(decodedBytes),
            facts)
    }

    private func plain(_ facts: [Fact]) -> Finding {
        if isText, decodedBytes >= Self.worthwhile {
            return Finding(
                .compression, .note, "not compressed, although \(offered.joined(separator: ", ")) were offered",
                advice: "text often shrinks to a quarter: enable gzip for it", facts)
        }
        return Finding(.compression, .ok, "not compressed, and little would be saved", facts)
    }

    private var isText: Bool {
        guard let type = type?.lowercased() else { return false }
        return type.hasPrefix("text/") || ["json", "xml", "javascript"].contains { type.contains($0) }
    }
}
