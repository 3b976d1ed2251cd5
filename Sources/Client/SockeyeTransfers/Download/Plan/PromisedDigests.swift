internal import HTTPTypes
internal import SockeyeDigest
internal import SockeyeFields
internal import SockeyeHTTP1

/// Digests in response fields: Repr-Digest and Content-Digest (RFC 9530), Digest (RFC 3230) and Content-MD5 (RFC 1864).
///
/// | | the content of this response | the whole file |
/// |---|---|---|
/// | Content-Digest, Content-MD5 | their own | if the content is the whole file |
/// | Repr-Digest, Digest | if it is the whole file | their own |
///
/// Both include content codings, so that decoded bytes have neither. Unknown algorithms are skipped.
enum PromisedDigests {
    /// The value of `Want-Repr-Digest`: preferences by weight.
    static let wanted = "sha-256=10, sha-512=3"

    /// The digests of the content: of what this response has (RFC 9530 section 2).
    ///
    /// - Parameter isPart: whether the response has only a part of the file.
    static func ofContent(in fields: HTTPFields, isPart: Bool) -> [Checksum] {
        ofMessage(fields) + (isPart ? [] : ofRepresentation(fields))
    }

    /// The digests of the whole file (RFC 9530 section 3).
    static func ofFile(in fields: HTTPFields, isPart: Bool) -> [Checksum] {
        ofRepresentation(fields) + (isPart ? [] : ofMessage(fields))
    }

    /// Whether there may be a digest: searches the head's text for the rare part of the fields' names, and for that of Trailer.
    static func mayBe(in head: ResponseHead) -> Bool {
        head.mentions("digest") || head.mentions("md5") || head.mentions("trailer")
    }

    /// The fields of RFC 9530 that can't be read, so that nothing is checked against them.
    static func unreadable(in fields: HTTPFields) -> [String] {
        ["Content-Digest", "Repr-Digest"].filter { dictionary(fields, $0).contains(nil) }
    }

    private static func ofMessage(_ fields: HTTPFields) -> [Checksum] {
        dictionary(fields, "Content-Digest").compactMap(\.self)
            + (value(fields, "Content-MD5").flatMap { Checksum(.md5, base64: $0) }.map { [$0] } ?? [])
    }

    private static func ofRepresentation(_ fields: HTTPFields) -> [Checksum] {
        dictionary(fields, "Repr-Digest").compactMap(\.self) + list(fields, "Digest")
    }

    private static func value(_ fields: HTTPFields, _ name: String) -> String? {
        HTTPField.Name(name).flatMap { fields[$0] }
    }

    /// Digest (RFC 3230, used by RFC 6249): `SHA-256=base64`, not a structured field.
    private static func list(_ fields: HTTPFields, _ name: String) -> [Checksum] {
        (value(fields, name) ?? "").split(separator: ",").compactMap { member in
            let parts = member.split(separator: "=", maxSplits: 1).map { $0.trimming { $0 == " " || $0 == "\t" } }
            guard parts.count == 2, let algorithm = Digest.Algorithm(name: String(parts[0])) else { return nil }
            return Checksum(algorithm, base64: String(parts[1]))
        }
    }

    /// A dictionary of byte sequences: `sha-256=:base64:, md5=:base64:`; `nil` for what isn't one.
    private static func dictionary(_ fields: HTTPFields, _ name: String) -> [Checksum?] {
        guard let text = value(fields, name) else { return [] }
        guard let members = StructuredValue.dictionary(in: text) else { return [nil] }
        var checksums: [Checksum?] = []
        for (key, value) in members {
            guard let algorithm = Digest.Algorithm(name: key) else { continue }
            if case .bytes(let base64) = value {
                checksums.append(Checksum(algorithm, base64: base64))
            } else {
                checksums.append(nil)
            }
        }
        return checksums
    }
}

extension Checksum {
    fileprivate init?(_ algorithm: Digest.Algorithm, base64: String) {
        guard let value = Base64.decode(sequence: base64.utf8) else { return nil }
        self.init(algorithm, value)
    }
}

extension Substring {
    fileprivate func trimming(_ isBlank: (Character) -> Bool) -> Substring {
        guard let last = lastIndex(where: { !isBlank($0) }) else { return "" }
        return self[...last].drop(while: isBlank)
    }
}
