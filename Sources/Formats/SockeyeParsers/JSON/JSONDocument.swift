/// A parsed JSON text whose values are read where they stand: nothing is made of a value before it is asked for.
///
/// ```swift
/// let document = try JSONDocument(parsing: bytes)
/// if let videos = document.root["videos"]?.elements {
///     for video in videos { print(video["name"]?.string ?? "–") }
/// }
/// ```
///
/// The text is checked as a whole, as for a ``JSONValue``, in about half of the time; it then takes its own length and eight
/// bytes for each name and value. What is read often, or changed, is better made a ``JSONValue`` (``Value/tree``), and what
/// has its own type decoded (``JSONValueDecoder``). A text may have 4 GiB, a string in it 256 MiB.
public struct JSONDocument: Sendable {
    /// The whole value.
    public let root: Value

    /// Parses a whole JSON text.
    ///
    /// - Throws: ``JSONError``.
    public init(parsing bytes: some Collection<UInt8>, options: JSONReadingOptions = .init()) throws(JSONError) {
        var root: Value?
        try withByteWindow(of: bytes) { (window) throws(JSONError) in root = try Self.parse(window, options) }
        guard let root else { throw JSONError(reason: .unexpectedEnd("before a value"), position: TextPosition()) }
        self.root = root
    }

    /// Parses a whole JSON text.
    ///
    /// - Throws: ``JSONError``.
    public init(parsing text: String, options: JSONReadingOptions = .init()) throws(JSONError) {
        try self.init(parsing: text.utf8, options: options)
    }

    /// Implements `init(parsing:)`. Not generic, so that the compiler specializes the tokenizer for the builder.
    private static func parse(_ window: ByteWindow, _ options: JSONReadingOptions) throws(JSONError) -> Value? {
        var tokenizer = JSONTokenizer(options: options)
        // More room than a text takes without escapes, since growing moves it all.
        let tape = JSONTape(byteCapacity: window.count / 8 * 9 + 64, entryCapacity: window.count / 4 + 16)
        var builder = JSONTapeBuilder(tape, options: options)
        builder.beginPiece(window)
        try tokenizer.feed(window, to: &builder, isLast: true)
        return tape.entries.count > 0 ? Value(tape, 0) : nil
    }

    /// One value of a document, which it keeps alive.
    public struct Value: Sendable {
        private let tape: JSONTape
        private let index: Int

        init(_ tape: JSONTape, _ index: Int) {
            (self.tape, self.index) = (tape, index)
        }

        private var entry: JSONTapeEntry { tape.entries[index] }

        /// Whether this is `null`.
        public var isNull: Bool { entry.kind == .null }

        /// The Boolean, if this is one.
        public var bool: Bool? {
            switch entry.kind {
            case .yes: true
            case .no: false
            default: nil
            }
        }

        /// The number, if this is one.
        public var number: JSONNumber? {
            entry.kind == .number ? JSONNumber(unchecked: tape.text(of: entry)) : nil
        }

        /// The number as an `Int`, if this is an integral number that fits.
        public var int: Int? { number?.int }

        /// The number as a `Double`, if this is a number that fits.
        public var double: Double? { number?.double }

        /// The string, unescaped, if this is one.
        public var string: String? { entry.kind == .string ? tape.string(of: entry) : nil }

        /// The elements in order, if this is an array.
        public var elements: Elements? {
            entry.kind == .array ? Elements(tape, index) : nil
        }

        /// The members in order, if this is an object.
        public var members: Members? {
            entry.kind == .object ? Members(tape, index) : nil
        }

        /// The element at `position`, from 0; `nil` if this isn't an array, or the position isn't in it.
        ///
        /// Of an array whose elements have elements or members, those before it are stepped over.
        public subscript(position: Int) -> Value? {
            guard let elements, position >= 0, position < elements.count else { return nil }
            // All are single entries.
            if entry.span == elements.count + 1 { return Value(tape, index + 1 + position) }
            var rest = elements
            for _ in 0..<position { _ = rest.next() }
            return rest.next()
        }

        /// The value of the member `name`; `nil` if this isn't an object, or has none of that name.
        ///
        /// Names are compared octet for octet (RFC 8259 section 8.3), one after another.
        public subscript(name: String) -> Value? {
            guard let members else { return nil }
            var (name, found) = (name, index)
            // SAFETY: the string keeps its bytes alive for the closure, and the window is only compared.
            name.withUTF8 { bytes in
                let wanted = ByteWindow(UnsafeRawBufferPointer(bytes)) ?? tape.bytes.window.prefix(0)
                found = members.index(of: wanted) ?? index
            }
            return found == index ? nil : Value(tape, found)
        }

        /// The value as a tree.
        public var tree: JSONValue { tape.value(at: index) }
    }

    /// The elements of an array, from the next one on.
    public struct Elements: Sequence, IteratorProtocol, Sendable {
        private let tape: JSONTape
        private var parts: Range<Int>
        /// How many the array has.
        public let count: Int

        init(_ tape: JSONTape, _ index: Int) {
            (self.tape, parts, count) = (tape, tape.parts(at: index), tape.count(at: index))
        }

        /// The next element.
        public mutating func next() -> Value? {
            guard let index = parts.first else { return nil }
            parts = parts.dropFirst(tape.entries[index].span)
            return Value(tape, index)
        }
    }

    /// A member of an object.
    public struct Member: Sendable {
        /// Its name, unescaped.
        public let name: String
        /// Its value.
        public let value: Value
    }

    /// The members of an object, from the next one on.
    public struct Members: Sequence, IteratorProtocol, Sendable {
        private let tape: JSONTape
        private var parts: Range<Int>
        /// How many the object has.
        public let count: Int

        init(_ tape: JSONTape, _ index: Int) {
            (self.tape, parts, count) = (tape, tape.parts(at: index), tape.count(at: index))
        }

        /// Where the value of that name is.
        func index(of name: ByteWindow) -> Int? {
            var part = parts.lowerBound
            while part + 1 < parts.upperBound {
                if tape.text(of: tape.entries[part]).isEqual(to: name) { return part + 1 }
                part += 1 + tape.entries[part + 1].span
            }
            return nil
        }

        /// The next member.
        public mutating func next() -> Member? {
            guard parts.count > 1, let index = parts.first else { return nil }
            parts = parts.dropFirst(1 + tape.entries[index + 1].span)
            return Member(name: tape.string(of: tape.entries[index]), value: Value(tape, index + 1))
        }
    }
}

extension JSONPath {
    /// The values in `value` that the path selects, in order.
    public func select(from value: JSONDocument.Value) -> [JSONDocument.Value] {
        var current = [value]
        for step in steps {
            current = current.flatMap { value -> [JSONDocument.Value] in
                switch step {
                case .member(let name): value[name].map { [$0] } ?? []
                case .element(let index):
                    value[index < 0 ? (value.elements?.count ?? 0) + index : index].map { [$0] } ?? []
                case .all: value.elements.map(Array.init) ?? value.members?.map(\.value) ?? []
                }
            }
        }
        return current
    }
}
