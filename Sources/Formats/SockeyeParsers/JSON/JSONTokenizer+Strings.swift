extension JSONTokenizer {
    /// Calls `body` with the string in `scratch`, which is valid: `unescape` writes only validated runs and whole encoded
    /// scalars.
    @inlinable
    func withScratch(_ body: (ByteWindow) throws(JSONError.Reason) -> Void) throws(JSONError.Reason) {
        try scratch.withUnsafeBufferPointer { (bytes) throws(JSONError.Reason) in
            // SAFETY: the array keeps its bytes alive for the closure. `unescape` made room in it, so there is a base.
            if let window = ByteWindow(UnsafeRawBufferPointer(bytes)) { try body(window.prefix(scratchCount)) }
        }
    }

    /// Handles a string at `start` that isn't simply closed in this window: unescapes it into `scratch` and returns the
    /// index after it, carries it if the window ends first, or throws what is wrong.
    ///
    /// Whether an overlong string is refused for its length or for an error in it must not depend on the pieces: only
    /// as many bytes are examined as the limit allows, plus one for the closing quotation mark.
    @usableFromInline
    mutating func finishString(
        _ window: ByteWindow, from start: Int, _ scan: StringScan
    ) throws(JSONError.Reason) -> Int {
        let visible = limits.stringLimit
        let part = visible < window.count ? window.prefix(start + visible + 2) : window
        let scan = part.count < window.count ? part.scanString(from: start + 1) : scan
        var end: Int?
        switch scan.stop {
        case .quote, .windowEnd: end = nil
        case .backslash: end = try unescape(part, from: start + 1, firstStop: scan)
        case .control:
            suspectIndex = scan.index
            throw .controlCharacter(window[scan.index])
        case .invalidUTF8:
            suspectIndex = scan.index
            throw .invalidUTF8
        }
        if let end { return end }
        if part.count < window.count {
            suspectIndex = start
            throw .stringTooLong(limit: limits.stringLimit)
        }
        try carryToken(.string, window, from: start)
        return window.count
    }

    /// Copies the string from `start` to `scratch`, unescaped (RFC 8259 section 7).
    ///
    /// Returns the index after the closing quotation mark, or `nil` if the window ends first.
    @usableFromInline
    mutating func unescape(
        _ window: ByteWindow, from start: Int, firstStop: StringScan
    ) throws(JSONError.Reason) -> Int? {
        var text = UnescapedText(window, from: start, upTo: firstStop.index)
        while true {
            if scratch.count < text.neededRoom {
                scratch.append(contentsOf: repeatElement(0, count: text.neededRoom))
            }
            let stop = scratch.withUnsafeMutableBufferPointer { room in
                // SAFETY: `resolve` writes at most `room.count` bytes at the base, and does not keep the pointer.
                room.baseAddress.map { text.resolve(into: $0, room.count) } ?? .room
            }
            suspectIndex = text.index
            scratchCount = text.count
            switch stop {
            case .room: continue
            case .quote: return text.index + 1
            case .windowEnd: return nil
            case .control: throw .controlCharacter(window[text.index])
            case .invalidUTF8: throw .invalidUTF8
            case .invalidEscape: throw .invalidEscape
            case .loneSurrogate: throw .loneSurrogate
            }
        }
    }
}
