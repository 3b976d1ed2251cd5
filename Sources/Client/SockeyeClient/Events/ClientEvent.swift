/// Something that happened while a request was performed: its name, the clause that it follows, if any, and a sentence.
///
/// ```swift
/// import Sockeye
///
/// struct Reasons: ExchangeObserver {
///     var interests: ClientEvent.Interests { .reasons }
///     func observe(_ event: ClientEvent) {
///         if let (head, _) = event[.receivedHead] { print("status", head.status.code) }
///         print(event.name, event, event.clause?.link ?? "", separator: "; ")
///     }
/// }
/// ```
/// Each event is a row of one of the tables beside this file: ``EventKind``. A program asks for the kinds that it knows, so a new
/// one breaks nobody. Sentences name fields, cookies and credentials, and never hold their values.
public struct ClientEvent: Sendable, CustomStringConvertible {
    /// Its name, such as `receivedHead`.
    public let name: String
    /// Whether only those are told who want reasons.
    public let isReason: Bool
    private let value: any Sendable
    private let sentence: @Sendable () -> Sentence

    /// An event of a kind.
    public init<Value>(_ kind: EventKind<Value>, _ value: Value) {
        (name, isReason, self.value) = (kind.name, kind.isReason, value)
        sentence = {
            let sentence = kind.sentence(value)
            return Sentence(text: sentence.text, clause: sentence.clause ?? kind.clause)
        }
    }

    /// What a program needs of it; `nil` if it is of another kind.
    public subscript<Value>(kind: EventKind<Value>) -> Value? {
        kind.name == name ? value as? Value : nil
    }

    /// The clause that rules what happened.
    public var clause: Clause? { sentence().clause }

    /// What happened and why, in one sentence without its full stop. Text from a peer is in it as it came: escape it before
    /// it goes to a terminal or into a page.
    public var description: String { sentence().text }

    /// What a row says of one value, with the clause where it isn't the row's.
    struct Sentence: ExpressibleByStringInterpolation {
        let text: String
        let clause: Clause?

        init(text: String, clause: Clause?) { (self.text, self.clause) = (text, clause) }

        init(stringLiteral text: String) { self.init(text: text, clause: nil) }
    }
}

extension String {
    /// The sentence, under another clause than its row's.
    func under(_ document: String, _ section: String, _ meaning: String) -> ClientEvent.Sentence {
        ClientEvent.Sentence(text: self, clause: ClientEvent.Clause(document, section, meaning))
    }
}

/// A row of the tables: what events of one name have in common.
public struct EventKind<Value: Sendable>: Sendable {
    let name: String
    let clause: ClientEvent.Clause?
    let isReason: Bool
    let sentence: @Sendable (Value) -> ClientEvent.Sentence

    /// A row that every observer is told.
    static func row(name: String = #function, _ sentence: @escaping @Sendable (Value) -> ClientEvent.Sentence) -> Self {
        Self(name: name, clause: nil, isReason: false, sentence: sentence)
    }

    /// The same with a clause.
    static func row(
        _ document: String, _ section: String, _ meaning: String, name: String = #function,
        _ sentence: @escaping @Sendable (Value) -> ClientEvent.Sentence
    ) -> Self {
        Self(name: name, clause: ClientEvent.Clause(document, section, meaning), isReason: false, sentence: sentence)
    }

    /// A row that only those are told who want reasons.
    static func reason(
        _ document: String, _ section: String, _ meaning: String, name: String = #function,
        _ sentence: @escaping @Sendable (Value) -> ClientEvent.Sentence
    ) -> Self {
        Self(name: name, clause: ClientEvent.Clause(document, section, meaning), isReason: true, sentence: sentence)
    }
}
