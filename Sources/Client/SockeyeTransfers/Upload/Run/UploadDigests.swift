internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeIO
internal import Synchronization

/// Computes the digests sent with a body: beforehand if its bytes can be read twice, else while they are sent.
enum UploadDigests {
    /// Adds fields to the request, or trailers to its body.
    static func add(_ wanted: [UploadDigest], to request: inout Request) async throws(UploadError) {
        if wanted.isEmpty || request.body.isNone { return }
        let given = request.fields
        defer { request.noteFields(addedTo: given, from: "the upload's digests") }
        let algorithms = Set(wanted.map(\.algorithm))
        let digests: [UploadDigest.Algorithm: Digest]
        switch request.body.content {
        case .none: return
        case .bytes(let bytes): digests = try await compute(algorithms, over: [.bytes(bytes)])
        case .segments(let segments): digests = try await compute(algorithms, over: segments)
        case .stream(let pieces):
            // RFC 9110 section 6.6.2: trailers are announced.
            for name in Set(wanted.map(\.field.rawValue)).sorted() {
                request.fields.append(HTTPField(name: .trailer, value: name))
            }
            let running = RunningDigests(algorithms)
            let body = request.body
            request.body = RequestBody.stream(
                DigestedPieces(base: pieces, digests: running), isReplayable: body.isReplayable,
                trailers: {
                    var fields = body.trailerFields
                    add(wanted, running.finish(), to: &fields)
                    return fields
                }
            ).typed(like: body)
            return
        }
        add(wanted, digests, to: &request.fields)
    }

    /// Each field is a dictionary of byte sequences (RFC 9530 sections 2 and 3).
    private static func add(
        _ wanted: [UploadDigest], _ digests: [UploadDigest.Algorithm: Digest], to fields: inout HTTPFields
    ) {
        for field in [UploadDigest.Field.content, .representation] {
            let members = wanted.filter { $0.field == field }.compactMap { wish in
                digests[wish.algorithm].map { "\(wish.algorithm.rawValue)=:\($0.base64):" }
            }
            guard !members.isEmpty, let name = HTTPField.Name(field.rawValue) else { continue }
            fields[name] = members.joined(separator: ", ")
        }
    }

    private static let pieceBytes = 1 << 20

    private static func compute(
        _ algorithms: Set<UploadDigest.Algorithm>, over segments: [BodySegment]
    ) async throws(UploadError) -> [UploadDigest.Algorithm: Digest] {
        try await onFileThread { () throws(UploadError) in
            let running = RunningDigests(algorithms)
            for segment in segments {
                switch segment {
                case .bytes(let bytes): running.update(bytes)
                case .file(let range):
                    do throws(RequestBodyError) {
                        let file = try UnchangedFile(range)
                        while file.remaining > 0 { running.update(try file.read(pieceBytes)) }
                    } catch {
                        throw .client(HTTPClientError(.prepare, origin: nil, cause: .requestBody(error)))
                    }
                }
            }
            if let failure = running.failure { throw .digest(failure) }
            return running.finish()
        }
    }
}

/// Digests of the bytes of a stream.
final class RunningDigests: Sendable {
    private struct State: ~Copyable {
        var sha256: DigestHasher?
        var sha512: DigestHasher?
        var failure: DigestError?
    }

    private let algorithms: Set<UploadDigest.Algorithm>
    private let state = Mutex(State())

    init(_ algorithms: Set<UploadDigest.Algorithm>) {
        self.algorithms = algorithms
        restart()
    }

    /// Starts over, for a body that is sent again.
    func restart() {
        state.withLock { state in
            do throws(DigestError) {
                state.sha256 = algorithms.contains(.sha256) ? try DigestHasher(.sha256) : nil
                state.sha512 = algorithms.contains(.sha512) ? try DigestHasher(.sha512) : nil
            } catch {
                state.failure = error
            }
        }
    }

    func update(_ bytes: [UInt8]) {
        state.withLock { state in
            do throws(DigestError) {
                try state.sha256?.update(bytes)
                try state.sha512?.update(bytes)
            } catch {
                state.failure = error
            }
        }
    }

    var failure: DigestError? { state.withLock { $0.failure } }

    /// The digests of all bytes; empty if one failed, so that no wrong one is sent.
    func finish() -> [UploadDigest.Algorithm: Digest] {
        state.withLock { state in
            var digests: [UploadDigest.Algorithm: Digest] = [:]
            if state.failure != nil { return digests }
            if let hasher = state.sha256.take() { digests[.sha256] = try? hasher.finish() }
            if let hasher = state.sha512.take() { digests[.sha512] = try? hasher.finish() }
            return digests
        }
    }
}

/// Pieces whose digests are computed as they are read.
private struct DigestedPieces: AsyncSequence, Sendable {
    let base: any AsyncSequence<[UInt8], any Error> & Sendable
    let digests: RunningDigests

    func makeAsyncIterator() -> Iterator {
        digests.restart()
        return Iterator(base: base.makeAsyncIterator(), digests: digests)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: any AsyncIteratorProtocol<[UInt8], any Error>
        let digests: RunningDigests

        mutating func next() async throws -> [UInt8]? {
            guard let piece = try await base.next(isolation: #isolation) else { return nil }
            digests.update(piece)
            return piece
        }
    }
}
