/// A simple path to values: `videos[0].name`, `videos[*].name`, `["odd.name"].x`, `*`, optionally prefixed with `$.`.
public struct JSONPath: Sendable, Hashable {
    enum Step: Sendable, Hashable {
        case member(String)
        /// An element, counted from 0; from the end if negative.
        case element(Int)
        case all
    }

    let steps: [Step]
    /// The path as written.
    let text: String
    /// Where each step begins in it.
    private let starts: [Int]

    /// Parses a path; an empty one selects the whole value.
    ///
    /// - Throws: ``PathError`` with the position of the error.
    public init(_ text: String) throws(PathError) {
        var reader = PathReader(text)
        var steps: [Step] = []
        var starts: [Int] = []
        // Anywhere else `$` begins a name, as in `$schema`.
        if text == "$" || reader.isNext("$.") || reader.isNext("$[") { _ = reader.skip("$") }
        _ = reader.skip(".")
        var needsSeparator = false
        while !reader.isAtEnd {
            starts.append(reader.index)
            if reader.skip("[") {
                if reader.skip("*") {
                    steps.append(.all)
                } else if reader.isNext("'") || reader.isNext("\"") {
                    steps.append(.member(try reader.quoted()))
                } else {
                    let isNegative = reader.skip("-")
                    guard let number = reader.number() else {
                        throw reader.error("expected a number, '*' or a quoted name")
                    }
                    steps.append(.element(isNegative ? -number : number))
                }
                guard reader.skip("]") else { throw reader.error("expected ']'") }
            } else {
                if needsSeparator, !reader.skip(".") { throw reader.error("expected '.' or '['") }
                starts[starts.count - 1] = reader.index
                steps.append(reader.skip("*") ? .all : .member(try reader.name(endingAt: ".[]")))
            }
            needsSeparator = true
        }
        self.steps = steps
        self.text = text
        self.starts = starts
    }

    /// Why a step of the path can't be used.
    func refused(at step: Int, for purpose: PathError.Purpose, _ message: String) -> PathError {
        var error = PathError(message: message, offset: starts[step], path: text)
        error.purpose = purpose
        return error
    }

    /// The path to where a step begins, for messages.
    func before(_ step: Int) -> String {
        var bytes = Array(text.utf8.prefix(starts[step]))
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        return bytes.isEmpty ? "the value" : "\"\(String(decoding: bytes, as: UTF8.self))\""
    }

    /// The values in `value` that the path selects, in order.
    public func select(from value: JSONValue) -> [JSONValue] {
        var current = [value]
        for step in steps {
            current = current.flatMap { value -> [JSONValue] in
                switch (step, value) {
                case (.member(let name), .object(let object)): object[name].map { [$0] } ?? []
                case (.element(let index), .array(let elements)):
                    value[index < 0 ? elements.count + index : index].map { [$0] } ?? []
                case (.all, .array(let elements)): elements
                case (.all, .object(let object)): object.members.map(\.value)
                default: []
                }
            }
        }
        return current
    }
}

extension JSONValue {
    /// The value as a script wants it: a string without quotation marks, other values as JSON.
    package var rawText: String { string ?? text() }
}
