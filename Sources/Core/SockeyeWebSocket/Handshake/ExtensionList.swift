/// Reads Sec-WebSocket-Extensions (RFC 6455 section 9.1).
///
/// ```
///   extension-list  = 1#extension
///   extension       = extension-token *( ";" extension-param )
///   extension-param = token [ "=" ( token | quoted-string ) ]
/// ```
enum ExtensionList {
    struct Element: Equatable {
        struct Parameter: Equatable {
            var name: String
            var value: String?
        }

        var name: String
        var parameters: [Parameter] = []
    }

    /// `nil` if the value is malformed.
    static func parse(_ value: String) -> [Element]? {
        var scanner = Scanner(bytes: Array(value.utf8))
        var elements: [Element] = []
        while true {
            guard let name = scanner.token() else { return nil }
            var element = Element(name: name)
            while scanner.take(";") {
                guard let parameter = scanner.parameter() else { return nil }
                element.parameters.append(parameter)
            }
            elements.append(element)
            if scanner.isAtEnd { return elements }
            guard scanner.take(",") else { return nil }
        }
    }

    /// Whether `text` is a token (RFC 9110 section 5.6.2).
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(Scanner.isTokenByte)
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { position >= bytes.count }

        private mutating func skipBlanks() {
            while !isAtEnd, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
        }

        mutating func take(_ mark: Unicode.Scalar) -> Bool {
            guard !isAtEnd, bytes[position] == UInt8(ascii: mark) else { return false }
            position += 1
            skipBlanks()
            return true
        }

        mutating func token() -> String? {
            skipBlanks()
            let start = position
            while !isAtEnd, Self.isTokenByte(bytes[position]) { position += 1 }
            guard position > start else { return nil }
            defer { skipBlanks() }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }

        mutating func parameter() -> Element.Parameter? {
            guard let name = token() else { return nil }
            guard take("=") else { return Element.Parameter(name: name, value: nil) }
            // RFC 6455 section 9.1: a quoted value must be a token once it is unquoted.
            let isQuoted = !isAtEnd && bytes[position] == UInt8(ascii: "\"")
            if isQuoted { position += 1 }
            guard let value = token() else { return nil }
            if isQuoted, !take("\"") { return nil }
            return Element.Parameter(name: name, value: value)
        }

        static func isTokenByte(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
    }
}
