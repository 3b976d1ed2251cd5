internal import HTTPTypes

/// Fields that either were given as such or came in a head and wait to be asked for.
enum FieldStorage: Sendable, Hashable, CustomDebugStringConvertible {
    case given(HTTPFields)
    case received(ReceivedFields)

    /// The fields, made now if need be.
    var fields: HTTPFields {
        get {
            switch self {
            case .given(let fields): fields
            case .received(let received): received.fields
            }
        }
        // Without this every change would copy all fields, because the storage would still hold them.
        _modify {
            var fields = self.fields
            self = .given(HTTPFields())
            defer { self = .given(fields) }
            yield &fields
        }
    }

    /// Whether the word stands in them.
    func mentions(_ word: StaticString) -> Bool {
        switch self {
        case .given(let fields): fields.mention(word)
        case .received(let received): received.mentions(word)
        }
    }

    /// Equal when the fields are, however they are kept.
    static func == (left: FieldStorage, right: FieldStorage) -> Bool {
        if case .received(let one) = left, case .received(let other) = right, one === other { return true }
        return left.fields == right.fields
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(fields)
    }

    var debugDescription: String { fields.debugDescription }
}
