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

    /// Whether the word stands in the lines.
    func mentions(_ word: StaticString) -> Bool {
        state.withLock { state in
            switch state {
            case .fields(let fields): fields.mention(word)
            case .lines(let lines): lines.mention(word)
            }
        }
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

extension HTTPFields {
    /// Whether the word, in small letters, stands in any name.
    func mention(_ word: StaticString) -> Bool {
        contains { field in
            Array(field.name.canonicalName.utf8).span.bytes.mentions(word)
        }
    }
}

extension RawSpan {
    /// Whether the word, in small ASCII letters, stands there in letters of any case.
    func mentions(_ word: StaticString) -> Bool {
        // SAFETY: the text of a static string lives as long as the process.
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard let first = word.first, word.count <= byteCount else { return false }
        for start in 0...(byteCount - word.count) where byte(at: start) | 0x20 == first {
            var length = 1
            while length < word.count, byte(at: start + length) | 0x20 == word[length] | 0x20 { length += 1 }
            if length == word.count { return true }
        }
        return false
    }
}
