// Invariant: a property list that is read, XML or binary, is written in both formats and read back, from binary the same; streamed as JSON it gives what the tree gives, however it is cut, or is refused by both; nothing traps.
// Links: SockeyeParsers HTTPTypes
// Run: Fuzz/run PropertyListFuzzer

import SockeyeParsers

private let limits = PropertyListLimits(maximumSize: 4096, maximumDepth: 20, maximumValues: 2000)

/// What a list is as JSON, streamed in pieces; `nil` when it is refused.
private func streamed(_ bytes: UnsafeBufferPointer<UInt8>, pieceLength: (Int) -> Int) -> [UInt8]? {
    guard let writer = try? JSONSelectionWriter(path: JSONPath("")) else { return nil }
    let tokenizer = XMLTokenizer(
        handler: PropertyListTranscoder(handler: writer), limits: XMLLimits(maximumDepth: 22))
    do throws(XMLError) {
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + max(1, pieceLength(start)))
            // Each piece in memory of its own, so that the sanitizer sees a read past its end.
            try tokenizer.feed(Array(bytes[start..<end]))
            start = end
        }
        try tokenizer.finish()
        return tokenizer.handler.handler.takeBytes()
    } catch {
        precondition(!error.description.isEmpty)
        return nil
    }
}

/// The list as JSON with what a tree cannot keep, the order of members and all but the last of equal ones, made alike.
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

/// What libFuzzer calls: the last byte says how the rest is cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    // SAFETY: libFuzzer gives `count` readable bytes for the length of this call.
    let choice = Int(start[count - 1])
    let bytes = UnsafeBufferPointer(start: start, count: count - 1)
    let copy = Array(bytes)
    let list = try? PropertyList(parsing: copy, limits: limits)
    if let list {
        let binary = list.bytes(.binary)
        guard let again = try? PropertyList(parsing: binary) else {
            preconditionFailure("the binary list cannot be read")
        }
        // NaN is not equal to itself, so that the lists are compared as they are written.
        precondition(again.bytes(.binary) == binary, "the binary list read back differs")
        precondition((try? PropertyList(parsing: list.bytes(.xml))) != nil, "the XML list cannot be read")
    }
    if copy.starts(with: "bplist".utf8) { return 0 }
    let whole = streamed(bytes) { _ in count }
    precondition(whole == streamed(bytes) { _ in 1 }, "byte by byte differs")
    precondition(whole == streamed(bytes) { (($0 &* 31) ^ choice) % 13 }, "pieces differ")
    if let list, let whole, var writer = try? JSONSelectionWriter(path: JSONPath("")) {
        try? list.send(to: &writer)
        guard let left = ordered(whole), let right = ordered(writer.takeBytes()) else { preconditionFailure("no JSON") }
        precondition(isEqual(left, right), "the stream and the tree differ")
    }
    return 0
}
