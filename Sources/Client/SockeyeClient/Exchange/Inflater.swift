internal import CSystemShims
internal import SockeyeTransport

/// Decodes one coding, piece by piece.
///
/// ```
///   gzip:     begin ──→ member ──end──→ betweenMembers ── 1F 8B ──→ member …
///                                             └── anything else ──→ .trailingBytes
///   deflate:  begin ── 2 bytes distinguish zlib and raw ──→ member ──end──→ done ── anything ──→ .trailingBytes
///   br:       begin ──→ member ──end──→ done ── anything ──→ .trailingBytes
///   zstd:     begin ──→ member ──end──→ betweenMembers ── a frame's first byte ──→ member …
/// ```
final class Inflater {
    private enum State {
        /// Nothing received, or only the first of two bytes.
        case begin
        case member
        case betweenMembers
    }

    /// The most bytes decoded at once, so that they are still in the CPU cache when consumed.
    private static let outputBytes = 128 * 1024

    private let coding: ContentCoding
    private var raw: OpaquePointer?
    private var state = State.begin
    /// The first byte, held until the second one determines the format.
    private var held: [UInt8] = []

    init(_ coding: ContentCoding) {
        self.coding = coding
    }

    deinit {
        sockeye_inflate_free(raw)
    }

    /// Decodes all of `input`, passing the output to `consume`.
    func decode(_ input: RawSpan, _ consume: (RawSpan) throws -> Void) throws {
        if state == .begin {
            held.append(copying: input)
            guard let wrapping = wrapping else { return }
            let start = held
            held = []
            #if Zstd
                // libzstd also decodes the formats before 1.0, whose windows it doesn't limit, and which RFC 8878 doesn't
                // describe. Their magic numbers differ in the first byte.
                if coding == .zstd, let first = start.first, !canBegin(with: first) {
                    throw ContentCodingError.corrupt(coding, reason: "Unknown frame descriptor")
                }
            #endif
            raw = sockeye_inflate_new(wrapping)
            guard raw != nil else {
                throw coding.isAvailable ? ContentCodingError.outOfMemory : .unavailable(coding)
            }
            state = .member
            return try inflate(start.span.bytes, consume)
        }
        try inflate(input, consume)
    }

    /// The body has ended. An empty body is valid, whatever its coding.
    func finish() throws(ContentCodingError) {
        switch state {
        case .begin: if !held.isEmpty { throw .truncated(coding) }
        case .member: throw .truncated(coding)
        case .betweenMembers: break
        }
    }

    /// The format that the first bytes indicate; `nil` if more are needed.
    private var wrapping: Int32? {
        switch coding {
        #if Brotli
            case .brotli: return held.isEmpty ? nil : Int32(SOCKEYE_INFLATE_BROTLI)
        #endif
        #if Zstd
            case .zstd: return held.isEmpty ? nil : Int32(SOCKEYE_INFLATE_ZSTD)
        #endif
        // RFC 1952 and RFC 1950: either header has at least two bytes.
        case .gzip: return held.count < 2 ? nil : Int32(SOCKEYE_INFLATE_GZIP)
        case .deflate: return held.count < 2 ? nil : deflateWrapping(held[0], held[1])
        }
    }

    private func deflateWrapping(_ first: UInt8, _ second: UInt8) -> Int32 {
        // RFC 1950 section 2.2: method 8, a window of at most 32 KiB, and a checksum that makes the two bytes divisible
        // by 31.
        let isWrapped = first & 0x0F == 8 && first >> 4 <= 7 && (UInt16(first) << 8 | UInt16(second)) % 31 == 0
        return Int32(isWrapped ? SOCKEYE_INFLATE_ZLIB : SOCKEYE_INFLATE_RAW)
    }

    private func inflate(_ input: RawSpan, _ consume: (RawSpan) throws -> Void) throws {
        var used = 0
        while used < input.byteCount {
            if state == .betweenMembers { try beginMember(with: input.extracting(droppingFirst: used)) }
            used += try inflateMember(input.extracting(droppingFirst: used), consume)
        }
    }

    private func beginMember(with input: RawSpan) throws(ContentCodingError) {
        // RFC 1952 section 2.2: members follow one another. Anything that isn't a member fails at its first two bytes;
        // check the first here, since zlib would wait for the second.
        // SAFETY: loads the first byte after the count check; a byte needs no alignment.
        let first: UInt8? = input.byteCount > 0 ? input.unsafeLoad(as: UInt8.self) : nil
        guard let first, canBegin(with: first), sockeye_inflate_restart(raw) == 0 else { throw .trailingBytes(coding) }
        state = .member
        memberCount += 1
        memberBytes = 0
    }

    /// Whether a member may follow another one and begin with this byte.
    private func canBegin(with byte: UInt8) -> Bool {
        switch coding {
        #if Brotli
            case .brotli: false
        #endif
        #if Zstd
            // RFC 8878 sections 3.1.1 and 3.1.2: a frame or a skippable frame.
            case .zstd: byte == 0x28 || (0x50...0x5F).contains(byte)
        #endif
        case .gzip: byte == 0x1F
        case .deflate: false
        }
    }

    /// An error within this many bytes of a later member means trailing data, not a corrupt member.
    private var magicByteCount: Int {
        #if Zstd
            if coding == .zstd { return 4 }
        #endif
        return 2
    }

    /// Members begun so far, at least the first.
    private(set) var memberCount = 1
    /// Bytes of the current member so far, which distinguish garbage after a member from a corrupt member.
    private var memberBytes = 0

    /// Decodes up to the end of the member or of `input`, and returns how much of it was used.
    private func inflateMember(_ input: RawSpan, _ consume: (RawSpan) throws -> Void) throws -> Int {
        try ScratchBuffers.withBuffer { buffer in
            // SAFETY: a prefix of the scratch buffer, which is exclusively ours until the closure returns.
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, Self.outputBytes)])
            var used = 0
            while true {
                var (inputCount, outputCount) = (input.byteCount - used, room.count)
                // SAFETY: the decoder reads at most `inputCount` bytes after the used ones and writes at most
                // `outputCount` bytes into `room`; both are in bounds and live until the closure returns.
                let result = input.withUnsafeBytes { bytes in
                    sockeye_inflate_step(
                        raw, bytes.baseAddress?.advanced(by: used), &inputCount, room.baseAddress, &outputCount)
                }
                used += inputCount
                memberBytes += inputCount
                if outputCount > 0 {
                    // SAFETY: the decoder initialised these bytes, and the span ends before the buffer is returned.
                    try consume(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: room[..<outputCount])))
                }
                switch Int(result) {
                case SOCKEYE_INFLATE_MORE:
                    if used == input.byteCount, outputCount < room.count { return used }
                case SOCKEYE_INFLATE_END:
                    state = .betweenMembers
                    return used
                case SOCKEYE_INFLATE_NO_MEMORY: throw ContentCodingError.outOfMemory
                default: throw corrupt()
                }
            }
        }
    }

    private func corrupt() -> ContentCodingError {
        // Garbage after a member is trailing data, not a corrupt member.
        if memberCount > 1, memberBytes <= magicByteCount { return .trailingBytes(coding) }
        // SAFETY: the shim returns a static, NUL-terminated string.
        let reason = sockeye_inflate_reason(raw).map { String(cString: $0) } ?? "no reason given"
        return .corrupt(coding, reason: reason)
    }
}
