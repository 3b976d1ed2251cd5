internal import HTTPTypes
internal import Synchronization

/// The field lines of a head as they came, made into `HTTPFields` when somebody first asks for them.
///
/// Most responses are judged by their status and body alone. Keeping 8 fields as one piece of bytes takes a tenth of
/// the instructions that building their `HTTPFields` takes, which validates every name and value a second time.
final class ReceivedFields: Sendable {
    private enum State {
        case lines(FieldLines)
        case fields(HTTPFields)
    }

    private let state: Mutex<State>

    init(_ lines: consuming FieldLines) {
        state = Mutex(.lines(lines))
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
}
