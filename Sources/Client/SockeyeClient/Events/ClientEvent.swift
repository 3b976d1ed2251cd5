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
/// one breaks no caller. Sentences name fields, cookies and credentials, and never hold their values.
public struct ClientEvent: Sendable, CustomStringConvertible {
    @usableFromInline let row: StaticString
    /// Whether only observers that ask for ``Interests/reasons`` get it.
    public let isReason: Bool
    private let payload: any EventPayload

    /// An event of a kind.
    public init<Value>(_ kind: EventKind<Value>, _ value: Value) {
        (row, isReason, payload) = (kind.name, kind.isReason, KindPayload(kind, value))
    }

    /// Its name, such as `receivedHead`.
    public var name: String { "\(row)" }

    /// What a program needs of it; `nil` if it is of another kind.
    ///
    /// Inlined, since most questions are about another kind: a row's name is one literal, so that its address answers them.
    @inlinable public subscript<Value>(kind: EventKind<Value>) -> Value? {
        kind.name.utf8Start == row.utf8Start ? value(Value.self) : nil
    }

    @usableFromInline func value<Value: Sendable>(_ type: Value.Type) -> Value {
        // SAFETY: the name is the row's, and a row has one type of values.
        unsafeDowncast(payload, to: KindPayload<Value>.self).value
    }

    /// The clause that rules what happened.
    public var clause: Clause? { payload.sentence.clause ?? payload.clause }

    /// What happened and why, in one sentence without its full stop. Text from a peer is in it as it came: escape it before
    /// it goes to a terminal or into a page.
    public var description: String { payload.sentence.text }

    /// What a row says of one value, with the clause where it isn't the row's.
    struct Sentence: ExpressibleByStringInterpolation {
        let text: String
        let clause: Clause?

        init(text: String, clause: Clause?) { (self.text, self.clause) = (text, clause) }

        init(stringLiteral text: String) { self.init(text: text, clause: nil) }
    }
}

/// A value with its row, of whatever kind.
private protocol EventPayload: AnyObject, Sendable {
    var clause: ClientEvent.Clause? { get }
    var sentence: ClientEvent.Sentence { get }
}

private final class KindPayload<Value: Sendable>: EventPayload {
    let kind: EventKind<Value>
    let value: Value

    init(_ kind: EventKind<Value>, _ value: Value) { (self.kind, self.value) = (kind, value) }

    var clause: ClientEvent.Clause? { kind.clause?.clause }
    var sentence: ClientEvent.Sentence { kind.sentence(value) }
}

extension String {
    /// The sentence, under another clause than its row's.
    func under(_ document: String, _ section: String, _ meaning: String) -> ClientEvent.Sentence {
        ClientEvent.Sentence(text: self, clause: ClientEvent.Clause(document, section, meaning))
    }
}

/// A row of the tables: what events of one name have in common.
///
/// A row is a value made at each use, so it holds no references: nothing to retain or release.
public struct EventKind<Value: Sendable>: Sendable {
    @usableFromInline let name: StaticString
    fileprivate let clause: RowClause?
    let isReason: Bool
    fileprivate let sentence: @Sendable (Value) -> ClientEvent.Sentence

    /// A row whose events go to every observer.
    static func row(
        name: StaticString = #function, _ sentence: @escaping @Sendable (Value) -> ClientEvent.Sentence
    ) -> Self {
        Self(name: name, clause: nil, isReason: false, sentence: sentence)
    }

    /// The same with a clause.
    static func row(
        _ document: StaticString, _ section: StaticString, _ meaning: StaticString, name: StaticString = #function,
        _ sentence: @escaping @Sendable (Value) -> ClientEvent.Sentence
    ) -> Self {
        Self(name: name, clause: RowClause(document, section, meaning), isReason: false, sentence: sentence)
    }

    /// A row whose events go only to observers that ask for reasons.
    static func reason(
        _ document: StaticString, _ section: StaticString, _ meaning: StaticString, name: StaticString = #function,
        _ sentence: @escaping @Sendable (Value) -> ClientEvent.Sentence
    ) -> Self {
        Self(name: name, clause: RowClause(document, section, meaning), isReason: true, sentence: sentence)
    }
}

/// A clause as literals.
private struct RowClause: Sendable {
    let document: StaticString
    let section: StaticString
    let meaning: StaticString

    init(_ document: StaticString, _ section: StaticString, _ meaning: StaticString) {
        (self.document, self.section, self.meaning) = (document, section, meaning)
    }

    var clause: ClientEvent.Clause { ClientEvent.Clause("\(document)", "\(section)", "\(meaning)") }
}
