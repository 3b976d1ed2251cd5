internal import SockeyeDigest
internal import SockeyeIO
internal import SockeyeRecording

/// The random choices of a client: made, made and recorded, or those of a recording.
struct RandomSource: Sendable {
    var recorder: Recorder?
    var replay: Replay?

    /// Cryptographically random bytes.
    func bytes(_ count: Int, for purpose: String) throws(DigestError) -> [UInt8] {
        if let bytes = replay?.chance(for: purpose), bytes.count == count { return bytes }
        let bytes = try randomBytes(count)
        recorder?.noteRandom(bytes, for: purpose)
        return bytes
    }

    /// A number below one.
    func fraction(for purpose: String) -> Double {
        if let bytes = replay?.chance(for: purpose), let number = Double(String(decoding: bytes, as: UTF8.self)),
            (0..<1).contains(number)
        {
            return number
        }
        let number = Double.random(in: 0..<1)
        recorder?.noteRandom(Array("\(number)".utf8), for: purpose)
        return number
    }
}

extension Recorder {
    /// Writes down a random choice, so that a replay makes the same one.
    fileprivate func noteRandom(_ bytes: [UInt8], for purpose: String) {
        note(.chance, [.init("purpose", purpose), .init("bytes", bytes)])
    }
}

extension RandomSource {
    /// A token of Negotiate. One that is masked on a recording is kept as its length, so that a replay needs no ticket.
    func token(_ make: () async -> SecurityContext.Step) async -> SecurityContext.Step {
        if let replay {
            guard let noted = replay.chance(for: "negotiate"), let kind = noted.first, kind > 0 else {
                return .failure(.refused("the recording has none"))
            }
            return .success((Array(noted.dropFirst()), kind == 2))
        }
        let step = await make()
        if let recorder {
            let made = try? step.get()
            let token = made?.token ?? []
            let kind: UInt8 = made.map { $0.isLast ? 2 : 1 } ?? 0
            recorder.noteRandom([kind] + (recorder.keepsSecrets ? token : token.map { _ in 0 }), for: "negotiate")
        }
        return step
    }

    /// Random text for Digest's `cnonce`.
    var clientNonce: String {
        // Without randomness the server's nonce still protects the password, except against chosen-plaintext attacks.
        Hex.encode((try? bytes(16, for: "cnonce")) ?? [])
    }
}
