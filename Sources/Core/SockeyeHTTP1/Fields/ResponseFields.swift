internal import HTTPTypes
internal import Synchronization

/// The fields of a head: the lines as they came, or fields and more of them, made into `HTTPFields` on first use.
///
/// Most responses are judged by their status and body alone. Keeping the fields as one piece of bytes is much cheaper
/// than building their `HTTPFields`, which validates every name and value again.
final class ResponseFields: Sendable, Hashable, CustomDebugStringConvertible {
    private enum State {
        case lines(FieldLines)
        case fields(HTTPFields)
        case joined(HTTPFields, [HTTPField])
    }

    private let state: Mutex<State>

    init(_ lines: consuming FieldLines) {
        state = Mutex(.lines(lines))
    }

    init(_ fields: HTTPFields) {
        state = Mutex(.fields(fields))
    }

    /// Fields and more of them.
    init(_ fields: HTTPFields, adding more: [HTTPField]) {
        state = Mutex(.joined(fields, more))
    }

    /// The fields; the lines are dropped once these are made.
    var fields: HTTPFields {
        state.withLock { state in
            switch state {
            case .fields(let fields):
                return fields
            case .lines(let lines):
                let fields = lines.fields
                state = .fields(fields)
                return fields
            case .joined(var fields, let more):
                fields.append(contentsOf: more)
                state = .fields(fields)
                return fields
            }
        }
    }

    /// Whether any name, or a value not yet made into `HTTPFields`, contains the lowercase word, ignoring case.
    func mentions(_ word: StaticString) -> Bool {
        func mentions(_ fields: some Sequence<HTTPField>) -> Bool {
            fields.contains { $0.name.canonicalName.utf8Span.span.bytes.mentions(lowercased: word) }
        }
        return state.withLock { state in
            switch state {
            case .fields(let fields): mentions(fields)
            case .joined(let fields, let more): mentions(fields) || mentions(more)
            case .lines(let lines): lines.mention(word)
            }
        }
    }

    /// The values of the fields of this name, given in lowercase; does not make lines into `HTTPFields`.
    func values(of name: StaticString) -> [[UInt8]] {
        let lines: FieldLines? = state.withLock { state in
            if case .lines(let lines) = state { lines } else { nil }
        }
        if let lines { return lines.values(of: name) }
        let name = name.description
        return fields.filter { $0.name.canonicalName == name }.map { field in
            // SAFETY: the bytes are copied into the array before the closure returns.
            field.withUnsafeBytesOfValue { Array($0) }
        }
    }

    /// Whether the fields are equal, in whichever form they are kept.
    static func == (left: ResponseFields, right: ResponseFields) -> Bool {
        left === right || left.fields == right.fields
    }

    func hash(into hasher: inout Hasher) { hasher.combine(fields) }

    var debugDescription: String { fields.debugDescription }
}
