internal import HTTPTypes
public import SockeyeClient
internal import SockeyeDigest
package import SockeyeHTTP1

/// Checks what a response promises of its content, as it is received: also of a part, of bytes that are then decoded or go to no
/// file, and what only the trailers tell.
///
/// ```swift
/// let check = ContentCheck(response)
/// try await response.body.forEachChunk { … }
/// if let fault = check?.fault(in: response) { … }
/// ```
/// Content-Digest (RFC 9530) and Content-MD5 are of the content; Repr-Digest and Digest (RFC 3230) are of the whole file, and
/// checked unless the response is a part of one. Downloads check them by themselves.
public final class ContentCheck {
    /// What trailers may bring: the algorithms that RFC 9530 section 5 calls active.
    private static let expectedInTrailers: [Digest.Algorithm] = [.sha256, .sha512]

    private let promised: [Checksum]
    private let isPart: Bool
    private let digests: [DigestBox]

    /// Begins to watch the body of `response`; `nil` if it promises nothing, or if some was read before.
    ///
    /// Trailers are looked at if the response announces a digest among them (RFC 9110 section 6.6.2): otherwise every body would
    /// have to be hashed.
    public init?(_ response: Response) {
        guard PromisedDigests.mayBe(in: response.head), response.body.length != .none,
            response.body.receivedByteCount == 0
        else { return nil }
        isPart = ResumeAnswer(response.head, bodyLength: response.body.encodedByteCount).isPart
        promised = PromisedDigests.ofContent(in: response.fields, isPart: isPart)
        var algorithms = Set(promised.map(\.algorithm))
        if Self.announcesTrailer(response.fields) { algorithms.formUnion(Self.expectedInTrailers) }
        if algorithms.isEmpty { return nil }
        digests = algorithms.map { DigestBox($0) }
        response.watchContent { [digests] bytes in
            for digest in digests { digest.update(bytes) }
        }
    }

    /// What a response promises in words that can't be read, so that its content isn't checked against them; `nil` if nothing.
    package static func notice(on head: ResponseHead) -> String? {
        guard head.mentions("-digest") else { return nil }
        let names = PromisedDigests.unreadable(in: head.fields)
        if names.isEmpty { return nil }
        return "\(names.joined(separator: " and ")) cannot be read (RFC 9530 section 2): nothing is checked against it"
    }

    /// What is wrong with a body that has ended; `nil` if it is what the response promised.
    public func fault(in response: Response) -> String? {
        mismatch(in: response).map { promised, actual in
            "the \(promised.algorithm.rawValue) digest of what was received is \(Hex.encode(actual)) instead of "
                + "\(Hex.encode(promised.value)), which the server promised"
        }
    }

    /// The same as an error of the download whose bytes are in the file at `path`.
    func error(in response: Response, keptIn path: String) -> DownloadError? {
        mismatch(in: response).map { .digestMismatch($0.algorithm, expected: $0.value, actual: $1, keptIn: path) }
    }

    /// The promise that isn't kept, once the body has ended, and the digest that it has.
    private func mismatch(in response: Response) -> (Checksum, [UInt8])? {
        let values = Dictionary(uniqueKeysWithValues: digests.map { ($0.algorithm, $0.finish()) })
        let late = response.trailers.map { PromisedDigests.ofContent(in: $0, isPart: isPart) } ?? []
        for checksum in promised + late {
            guard let actual = values[checksum.algorithm] ?? nil, actual != checksum.value else { continue }
            return (checksum, actual)
        }
        return nil
    }

    /// Whether Trailer names a digest.
    static func announcesTrailer(_ fields: HTTPFields) -> Bool {
        fields[.trailer]?.lowercased().contains("digest") ?? false
    }
}

extension Response {
    /// Whether the client undoes the content codings: then the bytes that it gives have none of the promised digests.
    var isDecoded: Bool { fields[.contentEncoding] != nil && remainingCodings.isEmpty }
}
