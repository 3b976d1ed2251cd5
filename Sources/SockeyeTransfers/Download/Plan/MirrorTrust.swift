internal import SockeyeDigest
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeURL

/// Whether another place may serve a file, or parts of it: facts in, answer out.
///
/// ```
///   named by     as secure as the first place              less secure
///   the caller   a digest, or proof that it has the same   a digest
///   the server   a digest                                  never
/// ```
///
/// A digest is one that the caller gave or the first place promised, of the whole file, which is checked in the end. A
/// strong ETag is one server's own number (RFC 9110 section 8.8.3): that another server says the same proves nothing unless
/// the caller vouches for it. RFC 6249 section 6 wants a digest for every mirror that a server names.
struct MirrorTrust: Sendable, Hashable {
    enum Namer: Sendable, Hashable {
        case caller, server
    }

    var namer: Namer
    /// Whether the first place is asked by https and this one is not.
    var losesSecurity: Bool

    init(of mirror: HTTPURL, insteadOf first: HTTPURL?, namedBy namer: Namer) {
        self.namer = namer
        losesSecurity = first.map { OriginChange(from: $0, to: mirror).isDowngrade } ?? false
    }

    /// - Parameters:
    ///   - hasDigest: whether the whole is checked against a digest in the end.
    ///   - isSame: whether the place says that it has the same file, or is to be believed whatever it has.
    func mayServe(hasDigest: Bool, isSame: Bool) -> Bool {
        switch namer {
        case .caller: hasDigest || isSame && !losesSecurity
        case .server: hasDigest && !losesSecurity
        }
    }

    /// Whether the whole is checked against something that nobody can forge: a digest of the caller's, whatever it is, or
    /// one that the first place promised.
    static func isVerified(byCaller checksum: Checksum?, promised: [Checksum]) -> Bool {
        checksum != nil || promised.contains(where: isProof)
    }

    /// Whether two files of that digest cannot be made: not so with MD5 and SHA-1.
    static func isProof(_ checksum: Checksum) -> Bool {
        switch checksum.algorithm {
        case .md5, .sha1: false
        default: true
        }
    }
}
