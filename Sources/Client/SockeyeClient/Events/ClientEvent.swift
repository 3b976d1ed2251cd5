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
    @usableFromInline let row: RowName
    /// Whether only observers that ask for ``Interests/reasons`` get it.
    package let isReason: Bool
    /// Puts the value at a place, or what its row says of it. A generic class would hold both too, but the metadata of each of
    /// its types would be made at every start.
    @usableFromInline let payload: @Sendable (_ place: UnsafeMutableRawBufferPointer, _ isSentence: Bool) -> Void

    /// An event of a kind.
    @usableFromInline package init<Value>(_ kind: EventKind<Value>, _ value: Value) {
        (row, isReason) = (kind.name, kind.isReason)
        payload = { [sentence = kind.sentence] place, isSentence in
            if isSentence {
                // SAFETY: `read` has made room for a sentence.
                place.bindMemory(to: Sentence.self).initializeElement(at: 0, to: sentence(value))
            } else {
                // SAFETY: the room is for a value of this type: the name is the row's, and a row has one type of values.
                place.bindMemory(to: Value.self).initializeElement(at: 0, to: value)
            }
        }
    }

    /// Its name, such as `receivedHead`.
    public var name: String {
        // SAFETY: a literal ends in a zero byte.
        String(cString: row.start)
    }

    /// What a program needs of it; `nil` if it is of another kind.
    ///
    /// Inlined, since most questions are about another kind: a row's name is one literal, so that its address answers them.
    @inlinable public subscript<Value>(kind: EventKind<Value>) -> Value? {
        kind.name.start == row.start ? read(Value.self, isSentence: false) : nil
    }

    /// The clause that rules what happened.
    public var clause: Clause? { sentence.clause }

    /// What happened and why, in one sentence without its full stop. Text from a peer is in it as it came: escape it before
    /// it goes to a terminal or into a page.
    public var description: String { sentence.text }

    private var sentence: Sentence { read(Sentence.self, isSentence: true) }

    @inlinable func read<Part>(_ type: Part.Type, isSentence: Bool) -> Part {
        // SAFETY: the payload initialises the place with a part of this type, which is moved out of it.
        withUnsafeTemporaryAllocation(of: type, capacity: 1) { place in
            payload(UnsafeMutableRawBufferPointer(place), isSentence)
            return place.moveElement(from: 0)
        }
    }

    /// What a row says of one value, with the clause that rules it, if any.
    struct Sentence: ExpressibleByStringInterpolation {
        let text: String
        let clause: Clause?

        init(text: String, clause: Clause?) { (self.text, self.clause) = (text, clause) }

        init(stringLiteral text: String) { self.init(text: text, clause: nil) }
    }
}

/// The name of a row: where the compiler has put the literal.
// SAFETY: a literal is never changed or freed.
@usableFromInline struct RowName: @unchecked Sendable {
    @usableFromInline let start: UnsafePointer<UInt8>

    init(_ name: StaticString) { start = name.utf8Start }
}

extension String {
    /// The sentence, under another clause than its row's.
    func under(_ document: String, _ section: String, _ meaning: String) -> ClientEvent.Sentence {
        ClientEvent.Sentence(text: self, clause: ClientEvent.Clause(document, section, meaning))
    }
}

/// A row of the tables: what events of one name have in common.
///
/// A row is a value made at each use, so it holds no references and fits into registers: nothing is kept, copied or released. Its
/// literals are closures for that: the compiler makes one function of them and the sentence.
public struct EventKind<Value: Sendable>: Sendable {
    typealias Literal = @Sendable () -> String

    @usableFromInline let name: RowName
    let isReason: Bool
    fileprivate let sentence: @Sendable (Value) -> ClientEvent.Sentence

    /// A row whose events go to every observer.
    static func row(
        name: StaticString = #function, _ sentence: @escaping @Sendable (Value) -> ClientEvent.Sentence
    ) -> Self {
        Self(name: RowName(name), isReason: false, sentence: sentence)
    }

    /// The same with a clause.
    static func row(
        _ document: @autoclosure @escaping Literal, _ section: @autoclosure @escaping Literal,
        _ meaning: @autoclosure @escaping Literal, name: StaticString = #function, isReason: Bool = false,
        _ sentence: @escaping @Sendable (Value) -> ClientEvent.Sentence
    ) -> Self {
        Self(name: RowName(name), isReason: isReason) { value in
            let said = sentence(value)
            return said.clause == nil ? said.text.under(document(), section(), meaning()) : said
        }
    }

    /// A row whose events go only to observers that ask for reasons.
    static func reason(
        _ document: @autoclosure @escaping Literal, _ section: @autoclosure @escaping Literal,
        _ meaning: @autoclosure @escaping Literal, name: StaticString = #function,
        _ sentence: @escaping @Sendable (Value) -> ClientEvent.Sentence
    ) -> Self {
        .row(document(), section(), meaning(), name: name, isReason: true, sentence)
    }
}
