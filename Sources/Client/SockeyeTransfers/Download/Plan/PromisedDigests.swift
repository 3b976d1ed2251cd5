internal import HTTPTypes
internal import SockeyeDigest
internal import SockeyeHTTP1

/// Digests in response fields: Repr-Digest and Content-Digest (RFC 9530), Digest (RFC 3230) and Content-MD5.
enum PromisedDigests {
    /// The value of `Want-Repr-Digest`: preferences by weight.
    static let wanted = "sha-256=10, sha-512=3"

    /// The digests of the whole file in `fields`; unknown algorithms are skipped.
    ///
    /// - Parameter isWhole: whether the body is the whole file, so that a digest of the body is a digest of the file.
    static func ofFile(in fields: HTTPFields, isWhole: Bool, isCoded: Bool) -> [Checksum] {
        // RFC 9530 section 3: the representation includes its content coding; the saved bytes are then the coded ones.
        var digests = list(fields, "Repr-Digest") + instance(fields)
        guard isWhole, !isCoded || digests.isEmpty else { return digests }
        digests += list(fields, "Content-Digest")
        if let md5 = value(fields, "Content-MD5").flatMap({ try? Base64.decode($0) }) {
            if let checksum = Checksum(.md5, md5) { digests.append(checksum) }
        }
        return digests
    }

    /// Whether there may be a digest: searches the head's text for the fields' names.
    static func mayBe(in head: ResponseHead) -> Bool { head.mentions("digest") || head.mentions("content-md5") }

    private static func value(_ fields: HTTPFields, _ name: String) -> String? {
        HTTPField.Name(name).flatMap { fields[$0] }
    }

    /// Digest (RFC 3230, used by RFC 6249): `SHA-256=base64`, of the whole file.
    private static func instance(_ fields: HTTPFields) -> [Checksum] {
        (value(fields, "Digest") ?? "").split(separator: ",").compactMap { member in
            let parts = member.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let algorithm = Checksum.algorithm(named: parts[0].drop { $0 == " " }),
                let bytes = try? Base64.decode(String(parts[1]))
            else { return nil }
            return Checksum(algorithm, bytes)
        }
    }

    private static func list(_ fields: HTTPFields, _ name: String) -> [Checksum] {
        value(fields, name).map(parse) ?? []
    }

    /// Parses a dictionary of byte sequences (RFC 9651 section 3.2): `sha-256=:base64:, md5=:base64:`.
    static func parse(_ text: String) -> [Checksum] {
        text.split(separator: ",").compactMap { member in
            // None of these has parameters, which would follow a semicolon.
            let parts = member.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let algorithm = Checksum.algorithm(named: parts[0].drop { $0 == " " || $0 == "\t" })
            else { return nil }
            let value = parts[1].split(separator: ":", omittingEmptySubsequences: false)
            guard value.count == 3, value[0].isEmpty, let bytes = try? Base64.decode(String(value[1])) else {
                return nil
            }
            return Checksum(algorithm, bytes)
        }
    }
}
