internal import SockeyeBytes
internal import HTTPTypes

/// Field lines up to the empty line (RFC 9112 section 5): the fields of a head, or a trailer section.
///
/// ```
///                    ┌────────── blank: obs-fold, the value goes on ───────────┐
///                    │                                                         ▼
///        ┌─▶ lineStart ──token──▶ name ──":"──▶ beforeValue ──byte──▶ value ◀──┘ (via beforeValue)
///        │      │  │                                                  │  │
///        │      │  └──CR──▶ finalLineFeed ──LF──▶ complete      LF ◀──┘  └──▶ CR
///        │      └─────────LF─────────────────────▶    │          │            │
///        └───────────────────────────────────────────-──◀────────┴──LF── lineFeed
/// ```
/// A line that is no field, but has a colon, is skipped (`oddLine`): see ``skip(_:_:)``.
///
/// One pass, whatever the pieces: whole lines are read in the input, without this machine
/// (``takeWholeLines(_:from:to:base:)``); an unfinished or folded line is assembled in ``carry``, and the state says
/// where in it to go on. A field is finished once the byte after its line shows that no fold follows.
struct FieldSectionParser: Sendable {
    private enum State: Sendable {
        case lineStart, name, beforeValue, value, lineFeed, finalLineFeed, oddLine, complete
    }

    /// The fields so far, checked.
    private(set) var lines = FieldLines()
    /// What they say about framing.
    private(set) var framing = FramingFields()

    /// How many lines were skipped.
    private var skipped = 0
    private let lineLimit: Int
    private let countLimit: Int
    private let isTrailer: Bool

    private var state = State.lineStart
    /// The part of the logical line from earlier input, folds already replaced.
    private var carry: [UInt8] = []
    /// Whether the line before `lineStart` is a field that a fold may still continue.
    private var hasPendingField = false
    /// Whether `beforeValue` skips the white space of a fold rather than that after the colon.
    private var isFolding = false
    /// What is wrong with the odd line, and where.
    private var oddity: (fault: HTTP1Error.ServerFault, offset: Int64)?
    // Offsets in the logical line, and the value's offset in the response.
    private var nameLength = 0
    private var valueStart = 0
    private var valueEnd = 0
    private var valueOffset: Int64 = 0

    init(limits: Limits, isTrailer: Bool = false) {
        lineLimit = limits.lineBytes
        countLimit = limits.fieldCount
        self.isTrailer = isTrailer
    }

    /// Whether the empty line has been read.
    var isComplete: Bool { state == .complete }

    /// The fields of a trailer section, except those that frame or route a message: they come too late to mean anything,
    /// and a recipient may ignore them (RFC 9110 section 6.5.1, RFC 9112 section 7.1.2).
    var trailers: HTTPFields {
        guard lines.count > 0 else { return HTTPFields() }
        var fields = lines.fields
        fields.removeAll { field in
            let name = Array(field.name.canonicalName.utf8)
            return FieldRole(ofName: 0..<name.count, in: name.span.bytes) != .ordinary
        }
        return fields
    }

    /// Moves the fields out.
    mutating func takeLines() -> FieldLines {
        let taken = lines
        lines = FieldLines()
        return taken
    }

    /// Reads on from `start`, at most to `end`, and returns where it stopped: after the empty line if ``isComplete``, else
    /// at `end`. `base` is the offset of `input`'s first byte in the response.
    mutating func parse(_ input: RawSpan, from start: Int, to end: Int, base: Int64) throws(HTTP1Error) -> Int {
        var position = start
        var lineStart = start
        while state != .complete {
            if state == .lineStart {
                guard position < end else { break }
                let byte = input.byte(at: position)
                if Grammar.isOptionalWhiteSpace(byte) {
                    try beginFold(input, lineStart: lineStart, offset: base + Int64(position))
                    position += 1
                    lineStart = position
                    continue
                }
                if hasPendingField { try finishField(input, lineStart: lineStart) }
                lineStart = position
                switch byte {
                case UInt8(ascii: "\r"):
                    position += 1
                    state = .finalLineFeed
                case UInt8(ascii: "\n"):
                    position += 1
                    complete()
                default:
                    position = try takeWholeLines(input, from: position, to: end, base: base)
                    if position == lineStart { state = .name }
                    lineStart = position
                }
                continue
            }
            // A line must end within the rest of its limit; the white space of a fold is not kept and does not count.
            let skipsFold = state == .beforeValue && isFolding
            let lineEnd = skipsFold ? end : min(end, lineStart + max(lineLimit - carry.count, 0))
            if position < lineEnd { try step(input, &position, &lineStart, lineEnd: lineEnd, base: base) }
            guard position < lineEnd || state == .lineStart || state == .complete else {
                if lineEnd < end {
                    throw .server(.limitExceeded(.lineBytes, limit: lineLimit), offset: base + Int64(position))
                }
                break
            }
        }
        if state != .complete, lineStart < position { carry.append(input, lineStart..<position) }
        return position
    }

    /// Takes all lines from `start` on that are whole, well-formed and not folded, and returns where the next one starts.
    /// Anything unusual is left to the states, which know what is wrong with it.
    ///
    /// Most heads are read this way, without the states in between.
    private mutating func takeWholeLines(
        _ input: RawSpan, from start: Int, to end: Int, base: Int64
    ) throws(HTTP1Error) -> Int {
        var lineStart = start
        var count = 0
        while lineStart < end {
            let lineEnd = min(end, lineStart + lineLimit)
            let nameEnd = input.endOfTokenBytes(from: lineStart, to: lineEnd)
            guard nameEnd > lineStart, nameEnd < lineEnd, input.byte(at: nameEnd) == UInt8(ascii: ":") else { break }
            var valueStart = nameEnd + 1
            while valueStart < lineEnd, Grammar.isOptionalWhiteSpace(input.byte(at: valueStart)) { valueStart += 1 }
            let valueEnd = input.endOfFieldValueBytes(from: valueStart, to: lineEnd)
            guard valueEnd < lineEnd else { break }
            let hasReturn = input.byte(at: valueEnd) == UInt8(ascii: "\r")
            let lineFeed = hasReturn ? valueEnd + 1 : valueEnd
            guard lineFeed < lineEnd, input.byte(at: lineFeed) == UInt8(ascii: "\n") else { break }
            let next = lineFeed + 1
            guard next < end, !Grammar.isOptionalWhiteSpace(input.byte(at: next)) else { break }
            try check(
                input, name: lineStart..<nameEnd, value: valueStart..<valueEnd, number: lines.count + count,
                offset: base + Int64(valueStart))
            count += 1
            lineStart = next
        }
        if count > 0 { lines.append(input, start..<lineStart, count: count) }
        return lineStart
    }

    /// Reads the bytes of one state; `position` is below `lineEnd` on entry.
    @inline(__always)
    private mutating func step(
        _ input: RawSpan, _ position: inout Int, _ lineStart: inout Int, lineEnd: Int, base: Int64
    ) throws(HTTP1Error) {
        switch state {
        case .name:
            position = input.endOfTokenBytes(from: position, to: lineEnd)
            guard position < lineEnd else { return }
            let byte = input.byte(at: position)
            nameLength = carry.count + position - lineStart
            guard byte == UInt8(ascii: ":"), nameLength > 0 else {
                return try beginOddLine(
                    Self.fault(inName: byte, isEmpty: nameLength == 0), offset: base + Int64(position))
            }
            position += 1
            isFolding = false
            state = .beforeValue
        case .beforeValue:
            while position < lineEnd, Grammar.isOptionalWhiteSpace(input.byte(at: position)) { position += 1 }
            if isFolding { lineStart = position }
            guard position < lineEnd else { return }
            if !isFolding {
                valueStart = carry.count + position - lineStart
                valueOffset = base + Int64(position)
            }
            state = .value
        case .value:
            position = input.endOfFieldValueBytes(from: position, to: lineEnd)
            guard position < lineEnd else { return }
            let byte = input.byte(at: position)
            valueEnd = carry.count + position - lineStart
            switch byte {
            case UInt8(ascii: "\r"): state = .lineFeed
            // RFC 9112 section 2.2: a recipient may accept a bare LF as the end of a line.
            case UInt8(ascii: "\n"): endLine()
            default:
                return try beginOddLine(.illegalByte(.fieldValue, byte: byte), offset: base + Int64(position))
            }
            position += 1
        case .oddLine:
            while position < lineEnd, input.byte(at: position) != UInt8(ascii: "\n") { position += 1 }
            guard position < lineEnd else { return }
            carry.append(input, lineStart..<position)
            let line = carry
            carry = []
            try skip(line.span.bytes)
            position += 1
            lineStart = position
            state = .lineStart
        case .lineFeed, .finalLineFeed:
            // RFC 9112 section 2.2: a bare CR is refused.
            guard input.byte(at: position) == UInt8(ascii: "\n") else {
                throw .server(.bareCarriageReturn, offset: base + Int64(position) - 1)
            }
            position += 1
            if state == .lineFeed { endLine() } else { complete() }
        case .lineStart, .complete:
            break
        }
    }

    private static func fault(inName byte: UInt8, isEmpty: Bool) -> HTTP1Error.ServerFault {
        switch byte {
        case UInt8(ascii: ":") where isEmpty: .emptyFieldName
        // RFC 9112 section 5.1: no white space between name and colon.
        case UInt8(ascii: " "), UInt8(ascii: "\t"): .blankBeforeColon
        default: .illegalByte(.fieldName, byte: byte)
        }
    }

    private mutating func beginOddLine(_ fault: HTTP1Error.ServerFault, offset: Int64) throws(HTTP1Error) {
        if isTrailer { throw .server(fault, offset: offset) }
        oddity = (fault, offset)
        state = .oddLine
    }

    /// Skips a line with a blank or control byte in its name or value, or without a name: old servers and gateways send
    /// some, and curl and browsers show the page. Others may read such a line differently, so the connection isn't used
    /// again, and nothing can follow that could be taken for another message. Still refused: a line without a colon, NUL
    /// and a bare CR, and whatever could be meant as Content-Length or Transfer-Encoding, since skipping that would hide
    /// a cut.
    private mutating func skip(_ line: RawSpan) throws(HTTP1Error) {
        guard let (fault, offset) = oddity else { return }
        oddity = nil
        var name: [UInt8] = []
        var hasColon = false
        var end = line.byteCount
        if end > 0, line.byte(at: end - 1) == UInt8(ascii: "\r") { end -= 1 }
        for index in 0..<end {
            let byte = line.byte(at: index)
            if byte == 0 || byte == UInt8(ascii: "\r") { throw .server(fault, offset: offset) }
            if byte == UInt8(ascii: ":") { hasColon = true }
            if !hasColon, byte > 0x20, byte < 0x7F { name.append(byte) }
        }
        let role = FieldRole(ofName: 0..<name.count, in: name.span.bytes)
        guard hasColon, role != .contentLength, role != .transferEncoding else { throw .server(fault, offset: offset) }
        skipped += 1
        guard lines.count + skipped <= countLimit else {
            throw .server(.limitExceeded(.fieldCount, limit: countLimit), offset: offset)
        }
        framing.isOdd = true
    }

    private mutating func endLine() {
        hasPendingField = true
        state = .lineStart
    }

    private mutating func complete() {
        carry = []
        state = .complete
    }

    /// An obs-fold: the line end and white space become one space (RFC 9112 section 5.2).
    private mutating func beginFold(_ input: RawSpan, lineStart: Int, offset: Int64) throws(HTTP1Error) {
        // RFC 9112 section 2.2: white space before the first field is refused: there is nothing to continue.
        guard hasPendingField else { throw .server(.blankBeforeFirstField, offset: offset) }
        carryValue(input, lineStart: lineStart)
        while carry.count > valueStart, let last = carry.last, Grammar.isOptionalWhiteSpace(last) { carry.removeLast() }
        if carry.count > valueStart { carry.append(UInt8(ascii: " ")) }
        hasPendingField = false
        isFolding = true
        state = .beforeValue
    }

    /// Takes the line that ended before, from the input if it is whole there, else from ``carry``.
    private mutating func finishField(_ input: RawSpan, lineStart: Int) throws(HTTP1Error) {
        hasPendingField = false
        if carry.isEmpty {
            try collect(input.extracting(lineStart..<(lineStart + valueEnd)))
        } else {
            carryValue(input, lineStart: lineStart)
            var line: [UInt8] = []
            swap(&line, &carry)
            try collect(line.span.bytes)
            line.removeAll(keepingCapacity: true)
            swap(&line, &carry)
        }
    }

    /// Makes ``carry`` end where the value ends.
    private mutating func carryValue(_ input: RawSpan, lineStart: Int) {
        if valueEnd > carry.count {
            carry.append(input, lineStart..<(lineStart + valueEnd - carry.count))
        } else {
            carry.removeLast(carry.count - valueEnd)
        }
    }

    private mutating func collect(_ line: RawSpan) throws(HTTP1Error) {
        try check(line, name: 0..<nameLength, value: valueStart..<valueEnd, number: lines.count, offset: valueOffset)
        lines.append(line: line, 0..<valueEnd)
    }

    /// Refuses a field too many, and adds what a field says about framing.
    @inline(__always)
    private mutating func check(
        _ line: RawSpan, name: Range<Int>, value: Range<Int>, number: Int, offset: Int64
    ) throws(HTTP1Error) {
        guard number < countLimit else {
            throw .server(.limitExceeded(.fieldCount, limit: countLimit), offset: offset)
        }
        let role = FieldRole(ofName: name, in: line)
        // In a trailer section such fields come too late: see ``trailers``.
        if role == .ordinary || isTrailer { return }
        framing.add(role, line, line.trimmingBlanks(value), offset: offset)
    }
}
