internal import HTTPTypes
internal import Synchronization

/// The fields of a head: the lines as they came, made into `HTTPFields` on first use.
///
/// Most responses are judged by their status and body alone. Keeping 8 fields as one piece of bytes takes a tenth of
/// the instructions of building their `HTTPFields`, which validates every name and value again.
final class ResponseFields: Sendable, Hashable, CustomDebugStringConvertible {
    private enum State {
        case lines(FieldLines)
        case fields(HTTPFields)
    }

    private let state: Mutex<State>

    init(_ lines: consuming FieldLines) {
        state = Mutex(.lines(lines))
    }

    init(_ fields: HTTPFields) {
        state = Mutex(.fields(fields))
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
            }
        }
    }

    /// Whether any name, or a value not yet made into `HTTPFields`, contains the lowercase word, ignoring case.
    func mentions(_ word: StaticString) -> Bool {
        state.withLock { state in
            switch state {
            case .fields(let fields):
                fields.contains { Array($0.name.canonicalName.utf8).span.bytes.mentions(word) }
            case .lines(let lines): lines.mention(word)
            }
        }
    }

    /// Whether the fields are equal, in whichever form they are kept.
    static func == (left: ResponseFields, right: ResponseFields) -> Bool {
        left === right || left.fields == right.fields
    }

    func hash(into hasher: inout Hasher) { hasher.combine(fields) }

    var debugDescription: String { fields.debugDescription }
}
