/// A JSON value as a tree. Objects keep the order of their members, numbers keep their text.
///
/// ```swift
/// let value = try JSONValue(parsing: bytes)
/// value["videos"]?[0]?["name"]?.string
/// ```
///
/// Closed: RFC 8259 section 3 has no other values.
public enum JSONValue: Sendable, Hashable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number, as written.
    case number(JSONNumber)
    /// A string, unescaped.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)
}

extension JSONValue {
    /// Whether this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The Boolean, if this is one.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number, if this is one.
    public var number: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The number as an `Int`, if this is an integral number that fits.
    public var int: Int? { number?.int }

    /// The same as ``int``.
    public var integer: Int? { int }

    /// The number as a `Double`, if this is a number that fits.
    public var double: Double? { number?.double }

    /// The string, if this is one.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, if this is an array.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, if this is an object.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

}

extension JSONValue {
    /// Parses a whole JSON text.
    ///
    /// - Throws: ``JSONError``.
    public init(parsing bytes: some Collection<UInt8>, options: JSONReadingOptions = .init()) throws(JSONError) {
        var value: JSONValue?
        try withByteWindow(of: bytes) { (window) throws(JSONError) in value = try Self.parse(window, options) }
        guard let value else { throw JSONError(reason: .unexpectedEnd("before a value"), position: TextPosition()) }
        self = value
    }

    /// Implements `init(parsing:)`. Not generic, so that the compiler specializes the tokenizer for the builder.
    private static func parse(_ window: ByteWindow, _ options: JSONReadingOptions) throws(JSONError) -> JSONValue {
        var tokenizer = JSONTokenizer(options: options)
        var builder = JSONValueBuilder(options: options)
        try tokenizer.feed(window, to: &builder, isLast: true)
        return builder.takeValue() ?? .null
    }

    /// Parses a whole JSON text.
    ///
    /// - Throws: ``JSONError``.
    public init(parsing text: String, options: JSONReadingOptions = .init()) throws(JSONError) {
        try self.init(parsing: text.utf8, options: options)
    }

    /// Whether `bytes` are valid JSON; builds nothing, and so finds no names that occur twice.
    public static func isValid(_ bytes: some Collection<UInt8>, options: JSONReadingOptions = .init()) -> Bool {
        var isValid = false
        withByteWindow(of: bytes) { window in isValid = Self.check(window, options) }
        return isValid
    }

    private static func check(_ window: ByteWindow, _ options: JSONReadingOptions) -> Bool {
        var tokenizer = JSONTokenizer(options: options)
        var nobody = JSONEventSink()
        do throws(JSONError) {
            try tokenizer.feed(window, to: &nobody, isLast: true)
            return true
        } catch {
            return false
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`
    public init(nilLiteral: ()) { self = .null }
    /// `true` or `false`
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A number.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object, with its members in the order written.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(name: $0, value: $1) }))
    }

    /// A number; `nil` if `double` is not finite.
    public init?(_ double: Double) {
        guard let number = JSONNumber(double) else { return nil }
        self = .number(number)
    }
}

/// A handler that ignores every event, for validation only.
package struct JSONEventSink: JSONEventHandler {
    package init() {}
    package mutating func null() {}
    package mutating func boolean(_ value: Bool) {}
    package mutating func number(_ text: UTF8Span) {}
    package mutating func string(_ text: UTF8Span) {}
    package mutating func key(_ text: UTF8Span) {}
    package mutating func beginArray() {}
    package mutating func endArray() {}
    package mutating func beginObject() {}
    package mutating func endObject() {}
}
