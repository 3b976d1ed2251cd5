import SockeyeParsers

private let limits = PropertyListLimits(sizeLimit: 4096, depthLimit: 20, valueLimit: 2000)

/// The JSON of a list streamed in pieces; `nil` if it is refused.
private func streamed(_ bytes: [UInt8], pieceLength: (Int) -> Int) -> [UInt8]? {
    guard let writer = try? JSONSelectionWriter(path: JSONPath("")) else { return nil }
    let tokenizer = XMLTokenizer(
        handler: PropertyListTranscoder(handler: writer), limits: XMLLimits(depthLimit: 22))
    do throws(XMLError) {
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + max(1, pieceLength(start)))
            // Each piece gets its own memory, so that the sanitizer sees a read past its end.
            try tokenizer.feed(Array(bytes[start..<end]))
            start = end
        }
        try tokenizer.finish()
        return tokenizer.handler.handler.takeBytes()
    } catch {
        require(!error.description.isEmpty, "an error without words")
        return nil
    }
}

/// The JSON normalized to what a tree keeps: no order of members, and only the last of equal names.
private func ordered(_ bytes: [UInt8]) -> JSONValue? { try? JSONValue(parsing: bytes) }

private func isEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.object(let left), .object(let right)):
        let names = Set(left.names)
        return names == Set(right.names)
            && names.allSatisfy { name in
                guard let left = left[name], let right = right[name] else { return false }
                return isEqual(left, right)
            }
    case (.array(let left), .array(let right)):
        return left.count == right.count && zip(left, right).allSatisfy { isEqual($0, $1) }
    default: return left == right
    }
}

extension Check {
    /// A property list, XML or binary, can be written in both formats and read back, from binary unchanged; streamed as JSON, however it is split, it yields the same as the tree, or both refuse it; nothing traps.
    static func propertyLists(_ input: Input) {
        let (bytes, choice) = (input.bytes, input.choice)
        let copy = bytes
        let list = try? PropertyList(parsing: copy, limits: limits)
        if let list {
            let binary = list.bytes(.binary)
            guard let again = try? PropertyList(parsing: binary) else {
                fail("the binary list cannot be read")
            }
            // NaN is not equal to itself, so compare the written lists.
            require(again.bytes(.binary) == binary, "the binary list read back differs")
            require((try? PropertyList(parsing: list.bytes(.xml))) != nil, "the XML list cannot be read")
        }
        if copy.starts(with: "bplist".utf8) { return }
        let whole = streamed(bytes) { _ in bytes.count }
        require(whole == streamed(bytes) { _ in 1 }, "byte by byte differs")
        require(whole == streamed(bytes) { (($0 &* 31) ^ choice) % 13 }, "pieces differ")
        if let list, let whole, var writer = try? JSONSelectionWriter(path: JSONPath("")) {
            try? list.send(to: &writer)
            guard let left = ordered(whole), let right = ordered(writer.takeBytes()) else { fail("no JSON") }
            require(isEqual(left, right), "the stream and the tree differ")
        }
    }
}
