internal import SockeyeDigest
internal import SockeyeRecording

/// The random choices of a client: made, made and recorded, or those of a recording.
struct Chance: Sendable {
    var recorder: Recorder?
    var replay: Replay?

    /// Cryptographically random bytes.
    func bytes(_ count: Int, for purpose: String) throws(DigestError) -> [UInt8] {
        if let bytes = replay?.chance(for: purpose), bytes.count == count { return bytes }
        let bytes = try randomBytes(count)
        recorder?.noteChance(bytes, for: purpose)
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
        recorder?.noteChance(Array("\(number)".utf8), for: purpose)
        return number
    }
}

extension Recorder {
    /// Writes down a random choice, so that a replay makes the same one.
    fileprivate func noteChance(_ bytes: [UInt8], for purpose: String) {
        note(.chance, [.init("purpose", purpose), .init("bytes", bytes)])
    }
}

extension Chance {
    /// Random text for Digest's `cnonce`.
    var clientNonce: String {
        // Without randomness the server's nonce still protects the password, except against chosen-plaintext attacks.
        Hex.encode((try? bytes(16, for: "cnonce")) ?? [])
    }
}
