/// Hashes that are the same on every machine and in every version, unlike Swift's.
enum StableHash {
    /// FNV-1a, 64 bits.
    static func of(_ octets: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for octet in octets { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01B3 }
        return hash
    }

    /// Output `index`, from 0, of SplitMix64 with this seed.
    static func output(_ index: Int, of seed: UInt64) -> UInt64 {
        var state = seed &+ 0x9E37_79B9_7F4A_7C15 &* UInt64(truncatingIfNeeded: index &+ 1)
        state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
        return state ^ (state >> 31)
    }
}
