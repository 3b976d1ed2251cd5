internal import CSystemShims
internal import SockeyeStream

/// Undoes one coding, piece by piece.
///
/// ```
///   gzip:     begin ──→ member ──end──→ betweenMembers ── 1F 8B ──→ member …
///                                             └── anything else ──→ .trailingBytes
///   deflate:  begin ── two bytes tell zlib from raw ──→ member ──end──→ over ── anything ──→ .trailingBytes
///   br:       begin ──→ member ──end──→ over ── anything ──→ .trailingBytes
///   zstd:     begin ──→ member ──end──→ betweenMembers ── a frame's first byte ──→ member …
/// ```
final class Inflater {
    private enum State {
        /// Nothing was received, or the first byte of two.
        case begin
        case member
        case betweenMembers
    }

    /// Decoded at once, and still in the processor's cache when it is consumed.
    private static let outputBytes = 128 * 1024

    private let coding: ContentCoding
    private var raw: OpaquePointer?
    private var state = State.begin
    /// The first byte, while the second one is needed to know the format.
    private var held: [UInt8] = []

    init(_ coding: ContentCoding) {
        self.coding = coding
    }

    deinit {
        sockeye_inflate_free(raw)
    }

    /// Decodes all of `input`, giving what comes out to `consume`.
    func decode(_ input: RawSpan, _ consume: (RawSpan) throws -> Void) throws {
        if state == .begin {
            held.append(copying: input)
            guard let wrapping = wrapping else { return }
            let start = held
            held = []
            raw = sockeye_inflate_new(wrapping)
            guard raw != nil else {
                throw coding.isAvailable ? ContentCodingError.outOfMemory : .unavailable(coding)
            }
            state = .member
            return try inflate(start.span.bytes, consume)
        }
        try inflate(input, consume)
    }

    /// The body is over. A body without a byte is an empty one, whatever coding was announced.
    func finish() throws(ContentCodingError) {
        switch state {
        case .begin: if !held.isEmpty { throw .truncated(coding) }
        case .member: throw .truncated(coding)
        case .betweenMembers: break
        }
    }

    /// What the first bytes are the beginning of; `nil` while there are too few of them to tell.
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
        // RFC 1950 section 2.2: method 8, a window of at most 32 KiB, and a check that makes 31 divide both bytes.
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
        // RFC 1952 section 2.2: members simply follow one another. What is no member fails at its first two bytes, of
        // which zlib would wait for the second.
        // SAFETY: a load of the first byte, after the count was looked at.
        let first: UInt8? = input.byteCount > 0 ? input.unsafeLoad(as: UInt8.self) : nil
        guard let first, canBegin(with: first), sockeye_inflate_restart(raw) == 0 else { throw .trailingBytes(coding) }
        state = .member
        isFirstMember = false
        memberBytes = 0
    }

    /// Whether another member may follow, and begin with this byte.
    private func canBegin(with byte: UInt8) -> Bool {
        switch coding {
        #if Brotli
            case .brotli: false
        #endif
        #if Zstd
            // RFC 8878 sections 3.1.1 and 3.1.2: a frame, or one to be skipped.
            case .zstd: byte == 0x28 || (0x50...0x5F).contains(byte)
        #endif
        case .gzip: byte == 0x1F
        case .deflate: false
        }
    }

    /// A header of a later member that is wrong within so many bytes is none.
    private var magicByteCount: Int {
        #if Zstd
            if coding == .zstd { return 4 }
        #endif
        return 2
    }

    private var isFirstMember = true
    /// Bytes of the present member so far, which tell garbage after a member from a member that breaks later.
    private var memberBytes = 0

    /// Decodes up to the end of the member or of `input`, and says how much of it was used.
    private func inflateMember(_ input: RawSpan, _ consume: (RawSpan) throws -> Void) throws -> Int {
        try ScratchBuffers.withBuffer { buffer in
            // SAFETY: a part of the scratch buffer, which is ours until the closure returns.
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, Self.outputBytes)])
            var used = 0
            while true {
                var (inputCount, outputCount) = (input.byteCount - used, room.count)
                // SAFETY: zlib reads at most `inputCount` bytes behind the ones used and writes at most `outputCount`
                // into the scratch buffer, which is ours until the closure returns.
                let result = input.withUnsafeBytes { bytes in
                    sockeye_inflate_step(
                        raw, bytes.baseAddress?.advanced(by: used), &inputCount, room.baseAddress, &outputCount)
                }
                used += inputCount
                memberBytes += inputCount
                if outputCount > 0 {
                    // SAFETY: zlib wrote just these bytes, and the span ends before the buffer is given back.
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
        // A later member whose header is wrong is none.
        if !isFirstMember, memberBytes <= magicByteCount { return .trailingBytes(coding) }
        // SAFETY: the text is constant and ends with NUL.
        let reason = sockeye_inflate_reason(raw).map { String(cString: $0) } ?? "no reason given"
        return .corrupt(coding, reason: reason)
    }
}
