internal import SockeyeBytes

/// The fields of a form or a query string (`application/x-www-form-urlencoded`, WHATWG URL section 5), in order.
public struct FormFields: Sendable, Hashable {
    /// A name and its value; a name may occur more than once.
    public struct Field: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields, in order.
    public var fields: [Field]

    /// Makes a form of the given fields.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// Parses `text`: the part of a URL after `?`, or a form's body. As in the standard, nothing is refused: percent
    /// signs that encode nothing stay, invalid UTF-8 is replaced.
    public init(parsing text: String) { self.init(parsing: Array(text.utf8)) }

    /// Parses `bytes`.
    public init(parsing bytes: some Collection<UInt8>) {
        fields = []
        for part in bytes.split(separator: UInt8(ascii: "&")) { fields.append(Field(encoded: Array(part))) }
    }

    /// The value of the first field named `name`. Setting it replaces all fields with that name by one; `nil` removes
    /// them.
    ///
    /// Names are the same if their bytes are, as in the standard: two spellings of é are two names, although Swift's `==` holds
    /// for them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.hasSameBytes(as: name) }?.value }
        set {
            let position = fields.firstIndex { $0.name.hasSameBytes(as: name) } ?? fields.count
            fields.removeAll { $0.name.hasSameBytes(as: name) }
            if let newValue { fields.insert(Field(name: name, value: newValue), at: min(position, fields.count)) }
        }
    }

    /// The values of all fields named `name`, in order.
    public func values(for name: String) -> [String] { fields.filter { $0.name.hasSameBytes(as: name) }.map(\.value) }

    /// Appends a field.
    public mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    /// The fields as percent-encoded text: pure ASCII, safe in a URL and as a body.
    public var encoded: String { String(decoding: encodedBytes, as: UTF8.self) }

    /// The fields as the bytes of a body.
    package var encodedBytes: [UInt8] {
        var output: [UInt8] = []
        for (index, field) in fields.enumerated() {
            if index > 0 { output.append(UInt8(ascii: "&")) }
            appendFormEncoded(field.name, to: &output)
            output.append(UInt8(ascii: "="))
            appendFormEncoded(field.value, to: &output)
        }
        return output
    }
}

extension FormFields: ExpressibleByDictionaryLiteral {
    /// Makes a form of fields in the order written.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field(name: $0, value: $1) })
    }
}

extension FormFields.Field {
    /// Parses `name=value`; without `=`, the value is empty.
    init(encoded bytes: [UInt8]) {
        let equals = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
        name = formDecoded(bytes[..<equals])
        value = formDecoded(bytes[min(equals + 1, bytes.count)...])
    }
}

/// Decodes `+` to a space and `%XX` to its byte, and the result as UTF-8 with replacements.
private func formDecoded(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: ASCII.percentDecoded(bytes, isForm: true), as: UTF8.self)
}

/// Uses the application/x-www-form-urlencoded percent-encode set: everything except letters, digits and `*-._`; spaces
/// become `+`.
private func appendFormEncoded(_ text: String, to output: inout [UInt8]) {
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            output.append(byte)
        case UInt8(ascii: " "): output.append(UInt8(ascii: "+"))
        default:
            let digits = ASCII.hexadecimal(byte, inCapitals: true)
            output += [UInt8(ascii: "%"), digits.high, digits.low]
        }
    }
}

/// Parses a form's body field by field as it arrives.
package struct FormParser: ByteStreamParser {
    private var field: [UInt8] = []
    private var count = 0
    private var position = TextPosition()
    private let fieldLimit: Int
    private let fieldCountLimit: Int

    /// Makes a parser for at most `fieldCountLimit` fields (10,000) of at most `fieldLimit` bytes each (1 MiB).
    package init(fieldLimit: Int = 1 << 20, fieldCountLimit: Int = 10_000) {
        self.fieldLimit = fieldLimit
        self.fieldCountLimit = fieldCountLimit
    }

    /// Parses the next piece, and appends the fields that it completes.
    ///
    /// - Throws: ``TextError`` for a field that is too long, or too many fields.
    package mutating func parse(_ bytes: RawSpan, into outputs: inout [FormFields.Field]) throws(TextError) {
        try bytes.withWindow { (window) throws(TextError) in
            var start = 0
            while start < window.count {
                let end = window.firstIndex(of: UInt8(ascii: "&"), from: start) ?? window.count
                if end - start > fieldLimit - field.count {
                    throw TextError(reason: .tooLong(what: "field", limit: fieldLimit), position: position)
                }
                window.append(from: start, to: end, to: &field)
                position.advance(over: window.slice(from: start, to: end), upTo: end - start)
                guard end < window.count else { break }
                try finish(into: &outputs)
                position.offset += 1
                position.column += 1
                start = end + 1
            }
        }
    }

    /// Ends the last field.
    ///
    /// - Throws: as ``parse(_:into:)``.
    package mutating func finish(into outputs: inout [FormFields.Field]) throws(TextError) {
        guard !field.isEmpty else { return }
        count += 1
        if count > fieldCountLimit {
            throw TextError(reason: .tooManyFields(limit: fieldCountLimit), position: position)
        }
        outputs.append(FormFields.Field(encoded: field))
        field.removeAll(keepingCapacity: true)
    }
}

extension AsyncSequence where Element: Collection<UInt8> {
    /// The bytes of a form that are kept, unless one field may have more.
    private static var formLimit: Int { 64 << 20 }

    /// Parses the stream's form, with fields of at most `limit` bytes each (1 MiB) and 64 MiB in all, or one field of `limit`
    /// bytes if that is more.
    ///
    /// - Throws: ``TextError``, and the stream's errors.
    public func form(fieldLimit limit: Int = 1 << 20, fieldCountLimit: Int = 10_000) async throws -> FormFields {
        let parser = FormParser(fieldLimit: limit, fieldCountLimit: fieldCountLimit)
        return try await form(parser, upTo: Swift.max(Self.formLimit, limit))
    }

    /// Collects the fields, of at most `total` bytes with the room that they take.
    func form(_ parser: FormParser, upTo total: Int) async throws -> FormFields {
        var form = FormFields()
        let room = MemoryLayout<FormFields.Field>.stride
        var size = 0
        for try await field in parsed(with: parser) {
            let (sum, overflow) = size.addingReportingOverflow(field.name.utf8.count + field.value.utf8.count + room)
            if overflow || sum > total { throw TextError(reason: .tooLong(what: "form", limit: total)) }
            size = sum
            form.fields.append(field)
        }
        return form
    }
}
