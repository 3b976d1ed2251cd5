extension JSONTokenizer {
    /// The main loop, one token per turn. Its state lives in locals and is written back at the end.
    @inlinable
    mutating func consume<Handler: JSONTokenHandler & ~Copyable>(
        _ window: ByteWindow, _ handler: inout Handler
    ) throws(JSONError.Reason) {
        var index = 0
        if partial != .none {
            index = try resume(window, &handler)
            if partial != .none { return }
        }
        var expectation = self.expectation
        var isInObject = containers.last ?? false
        let count = window.count

        while true {
            index = window.skipWhiteSpace(from: index)
            guard index < count else { break }
            let byte = window[index]
            suspectIndex = index
            switch expectation {
            case .key, .keyOrEnd:
                if byte == UInt8(ascii: "\"") {
                    let scan = window.scanString(from: index + 1)
                    if scan.stop == .quote, scan.index - index - 1 <= limits.stringLimit {
                        try handler.key(window.slice(from: index + 1, to: scan.index), isASCII: scan.isASCII)
                        index = scan.index + 1
                    } else {
                        let end = try finishString(window, from: index, scan)
                        if partial != .none {
                            self.expectation = .key
                            return
                        }
                        try withScratch { (text) throws(JSONError.Reason) in try handler.key(text, isASCII: false) }
                        index = end
                    }
                    expectation = .colon
                    // The colon nearly always follows immediately.
                    if index < count, window[index] == UInt8(ascii: ":") {
                        index += 1
                        expectation = .value
                    }
                } else if byte == UInt8(ascii: "}"), expectation == .keyOrEnd {
                    try handler.endObject()
                    index += 1
                    isInObject = closeContainer()
                    expectation = afterValue(window, &index, isInObject)
                } else {
                    throw .unexpectedByte(byte, expected: expectation == .key ? "a name in '\"'" : "a name or '}'")
                }

            case .value, .valueOrEnd, .container:
                switch byte {
                case UInt8(ascii: "\"") where expectation != .container:
                    let scan = window.scanString(from: index + 1)
                    if scan.stop == .quote, scan.index - index - 1 <= limits.stringLimit {
                        try handler.string(window.slice(from: index + 1, to: scan.index), isASCII: scan.isASCII)
                        index = scan.index + 1
                    } else {
                        let end = try finishString(window, from: index, scan)
                        if partial != .none {
                            self.expectation = .value
                            return
                        }
                        try withScratch { (text) throws(JSONError.Reason) in try handler.string(text, isASCII: false) }
                        index = end
                    }
                    expectation = afterValue(window, &index, isInObject)
                case UInt8(ascii: "0")...UInt8(ascii: "9") where expectation != .container,
                    UInt8(ascii: "-") where expectation != .container:
                    let scan = window.scanNumber(from: index)
                    if scan.end == count || (scan.problem != nil && window.skipNumberBytes(from: index) == count) {
                        try carryToken(.number, window, from: index)
                        self.expectation = .value
                        return
                    }
                    if let problem = scan.problem {
                        throw invalidNumber(problem, in: window, from: index, at: scan.end)
                    }
                    if scan.end - index > limits.numberLimit {
                        throw .numberTooLong(limit: limits.numberLimit)
                    }
                    try handler.number(window.slice(from: index, to: scan.end))
                    index = scan.end
                    expectation = afterValue(window, &index, isInObject)
                case UInt8(ascii: "{"):
                    try openContainer(isObject: true)
                    try handler.beginObject()
                    index += 1
                    isInObject = true
                    expectation = .keyOrEnd
                case UInt8(ascii: "["):
                    try openContainer(isObject: false)
                    try handler.beginArray()
                    index += 1
                    isInObject = false
                    expectation = .valueOrEnd
                case UInt8(ascii: "]") where expectation == .valueOrEnd:
                    try handler.endArray()
                    index += 1
                    isInObject = closeContainer()
                    expectation = afterValue(window, &index, isInObject)
                case UInt8(ascii: "t") where expectation != .container,
                    UInt8(ascii: "f") where expectation != .container,
                    UInt8(ascii: "n") where expectation != .container:
                    let length = try matchLiteral(window, from: index)
                    if partial != .none {
                        self.expectation = .value
                        return
                    }
                    if byte == UInt8(ascii: "n") {
                        try handler.null()
                    } else {
                        try handler.boolean(byte == UInt8(ascii: "t"))
                    }
                    index += length
                    expectation = afterValue(window, &index, isInObject)
                default:
                    throw unexpectedValueByte(byte, expectation)
                }

            case .afterValue:
                if byte == UInt8(ascii: ",") {
                    index += 1
                    expectation = isInObject ? .key : .value
                } else if byte == UInt8(ascii: "}"), isInObject {
                    try handler.endObject()
                    index += 1
                    isInObject = closeContainer()
                    expectation = afterValue(window, &index, isInObject)
                } else if byte == UInt8(ascii: "]"), !isInObject {
                    try handler.endArray()
                    index += 1
                    isInObject = closeContainer()
                    expectation = afterValue(window, &index, isInObject)
                } else {
                    throw .unexpectedByte(byte, expected: isInObject ? "',' or '}'" : "',' or ']'")
                }

            case .colon:
                guard byte == UInt8(ascii: ":") else { throw .unexpectedByte(byte, expected: "':'") }
                index += 1
                expectation = .value

            case .end:
                throw .unexpectedByte(byte, expected: "nothing more")
            }
        }
        self.expectation = expectation
    }

    @inlinable
    mutating func openContainer(isObject: Bool) throws(JSONError.Reason) {
        if containers.count >= limits.depthLimit { throw .tooDeep(limit: limits.depthLimit) }
        containers.append(isObject)
    }

    /// Closes the innermost container; returns whether the next outer one is an object.
    @inlinable
    mutating func closeContainer() -> Bool {
        containers.removeLast()
        return containers.last ?? false
    }

    /// What may follow a value. An immediate comma is consumed here: that saves a turn of the loop, whose branch the
    /// processor mispredicts half of the time.
    @inlinable
    @inline(__always)
    func afterValue(_ window: ByteWindow, _ index: inout Int, _ isInObject: Bool) -> Expectation {
        if containers.isEmpty { return .end }
        guard index < window.count, window[index] == UInt8(ascii: ",") else { return .afterValue }
        index += 1
        return isInObject ? .key : .value
    }

    @usableFromInline
    func unexpectedValueByte(_ byte: UInt8, _ expectation: Expectation) -> JSONError.Reason {
        switch expectation {
        case .container:
            let startsScalar = byte == 0x22 || byte == 0x2D || ByteWindow.isDigit(byte) || "tfn".utf8.contains(byte)
            return startsScalar ? .fragment : .unexpectedByte(byte, expected: "'[' or '{'")
        case .valueOrEnd: return .unexpectedByte(byte, expected: "a value or ']'")
        default: return .unexpectedByte(byte, expected: "a value")
        }
    }

    @usableFromInline
    mutating func invalidNumber(
        _ problem: NumberProblem, in window: ByteWindow, from start: Int, at index: Int
    ) -> JSONError.Reason {
        // An overlong number is refused for its length first, since that is what happens when it arrives in pieces.
        if window.skipNumberBytes(from: start) - start > limits.numberLimit {
            return .numberTooLong(limit: limits.numberLimit)
        }
        suspectIndex = index
        return .invalidNumber(problem.explanation)
    }
}
