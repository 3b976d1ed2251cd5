/// Custom coding for types, in place of their own `Codable` conformance.
///
/// ```swift
/// var conversions = ValueConversions()
/// conversions.register(Color.self, decode: { try Color(hex: String(from: $0)) }, encode: { try $0.hex.encode(to: $1) })
/// ```
public struct ValueConversions: Sendable {
    private var decoders: [ObjectIdentifier: @Sendable (any Decoder) throws -> Any] = [:]
    private var encoders: [ObjectIdentifier: @Sendable (Any, any Encoder) throws -> Void] = [:]

    /// No conversions.
    public init() {}

    /// Codes all values of a type, wherever they occur, with the given functions.
    ///
    /// Not `String`, `Int` and `Double`: coders read and write them directly, and throw if there is a conversion of one. A
    /// function that codes the same type with the decoder or encoder that it gets, or a scalar with a container of that, gets
    /// the type's own form.
    public mutating func register<Value>(
        _ type: Value.Type,
        decode: @escaping @Sendable (any Decoder) throws -> Value,
        encode: @escaping @Sendable (Value, any Encoder) throws -> Void
    ) {
        decoders[ObjectIdentifier(type)] = { decoder in try decode(decoder) }
        encoders[ObjectIdentifier(type)] = { value, encoder in
            // The dictionary's key guarantees that this cast succeeds.
            if let value = value as? Value { try encode(value, encoder) }
        }
    }

    var isEmpty: Bool { decoders.isEmpty }

    /// The types whose values hold no others: if the conversion of one comes upon the type again, at any node, it codes it.
    fileprivate static let scalars = Set(
        [
            Bool.self, Float.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self,
            UInt16.self, UInt32.self, UInt64.self, UInt128.self,
        ].map { (type: Any.Type) in ObjectIdentifier(type) })

    /// Whether there is one of a scalar. Usually there isn't, and no scalar has to be looked up.
    var holdScalars: Bool { decoders.keys.contains { Self.scalars.contains($0) } }

    /// The types that coders read and write by themselves, in arrays too, so that a conversion of one would do nothing there.
    private static let direct: [Any.Type] = [String.self, Double.self, Int.self]

    /// A registered type whose conversion would do nothing.
    private var ineffective: Any.Type? { Self.direct.first { decoders[ObjectIdentifier($0)] != nil } }

    func checkDecoding() throws(DecodingError) {
        guard !decoders.isEmpty, let type = ineffective else { return }
        throw .dataCorrupted(.init(codingPath: [], debugDescription: Self.advice(type)))
    }

    func checkEncoding() throws(EncodingError) {
        guard !decoders.isEmpty, let type = ineffective else { return }
        throw .invalidValue(type, .init(codingPath: [], debugDescription: Self.advice(type)))
    }

    private static func advice(_ type: Any.Type) -> String {
        "a conversion of \(type) does nothing where coders read and write it directly; register a type of your own around it"
            + (type == String.self ? ", or set readsNumbersAsStrings" : "")
    }

    func decoder(for type: Any.Type) -> (@Sendable (any Decoder) throws -> Any)? { decoders[ObjectIdentifier(type)] }
    func encoder(for type: Any.Type) -> (@Sendable (Any, any Encoder) throws -> Void)? {
        encoders[ObjectIdentifier(type)]
    }
}

/// The conversions that are under way, so that one which codes its own type doesn't call itself without end.
struct ActiveConversions {
    private var active: [(type: ObjectIdentifier, index: UInt32)] = []

    func contains(_ type: Any.Type, at index: UInt32) -> Bool {
        let identity = ObjectIdentifier(type)
        return active.contains {
            $0.type == identity && ($0.index == index || ValueConversions.scalars.contains(identity))
        }
    }

    mutating func begin(_ type: Any.Type, at index: UInt32) { active.append((ObjectIdentifier(type), index)) }
    mutating func end() { _ = active.popLast() }
}

/// The format of a ``Timestamp`` in JSON and XML.
@nonexhaustive
public enum TimestampFormat: Sendable, Hashable {
    /// An RFC 3339 string, for example `2026-01-31T12:00:00Z`.
    case iso8601
    /// A number of seconds since 1970.
    case secondsSince1970
    /// A number of milliseconds since 1970.
    case millisecondsSince1970
    /// A number of seconds since 2001, which is how Foundation's `Date` encodes itself.
    case secondsSince2001
}
