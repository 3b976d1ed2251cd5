internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeURL

/// Whether another server may serve a file or parts of it: a pure decision.
///
/// ```
///   named by     as secure as the first server             less secure
///   the caller   a digest, or proof that it has the same   a digest
///   the server   a digest                                  never
/// ```
///
/// The digest is of the whole file, given by the caller or promised by the first server, and checked in the end. A
/// strong ETag is local to one server (RFC 9110 section 8.8.3): the same ETag from another server proves nothing unless
/// the caller vouches for that server. RFC 6249 section 6 requires a digest for every mirror that a server names.
struct MirrorTrust: Sendable, Hashable {
    enum Namer: Sendable, Hashable {
        case caller, server
    }

    var namer: Namer
    /// Whether the first server is asked over https and this one is not.
    var losesSecurity: Bool

    init(of mirror: HTTPURL, insteadOf first: HTTPURL?, namedBy namer: Namer) {
        self.namer = namer
        losesSecurity = first.map { OriginChange(from: $0, to: mirror).isDowngrade } ?? false
    }

    /// - Parameters:
    ///   - hasDigest: whether the whole is checked against a digest in the end.
    ///   - isSame: whether the server says that it has the same file, or is believed anyway.
    func mayServe(hasDigest: Bool, isSame: Bool) -> Bool {
        switch namer {
        case .caller: hasDigest || isSame && !losesSecurity
        case .server: hasDigest && !losesSecurity
        }
    }

    /// Whether the whole file is checked against an unforgeable digest: any digest of the caller's, or a strong one that
    /// the first server promised.
    static func isVerified(byCaller checksum: Checksum?, promised: [Checksum]) -> Bool {
        checksum != nil || promised.contains(where: isProof)
    }

    /// Whether the digest resists collisions, which MD5 and SHA-1 do not.
    static func isProof(_ checksum: Checksum) -> Bool {
        switch checksum.algorithm {
        case .md5, .sha1: false
        default: true
        }
    }
}
