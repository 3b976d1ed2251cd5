internal import SockeyeBytes
package import HTTPTypes

/// The Cache-Control field of a request or a response (RFC 9111 section 5.2, RFC 5861, RFC 8246).
///
/// Unknown directives are ignored. A directive that needs a number and has none that is valid counts as 0, the value that
/// allows least (RFC 9111 section 4.2.1). Of a directive that occurs twice, the first counts.
package struct CacheControl: Sendable, Hashable {
    /// Directives without an argument.
    struct Flags: OptionSet, Sendable, Hashable {
        let rawValue: UInt16
        static let noStore = Flags(rawValue: 1)
        static let noCache = Flags(rawValue: 2)
        static let isPublic = Flags(rawValue: 4)
        static let isPrivate = Flags(rawValue: 8)
        static let mustRevalidate = Flags(rawValue: 16)
        static let mustUnderstand = Flags(rawValue: 32)
        static let immutable = Flags(rawValue: 64)
        static let onlyIfCached = Flags(rawValue: 128)
        static let maxStaleAny = Flags(rawValue: 256)
    }

    private var flags: Flags = []
    private var numbers: [Number] = []
    /// The fields that `no-cache="…"` names, in lowercase; they may not be reused without validation. Empty for `no-cache`
    /// without an argument.
    package private(set) var noCacheFields: [String] = []

    /// Directives with a number of seconds.
    private enum Name: Sendable, Hashable {
        case maxAge
        case minFresh
        case maxStale
        case staleWhileRevalidate
        case staleIfError
    }

    private struct Number: Sendable, Hashable {
        let name: Name
        let seconds: Int64
    }

    /// Whether nothing may be stored.
    package var noStore: Bool { flags.contains(.noStore) }
    /// Whether nothing may be reused without validation; false if only the fields in ``noCacheFields``.
    package var noCache: Bool { flags.contains(.noCache) }
    /// Whether any cache may store the response.
    package var isPublic: Bool { flags.contains(.isPublic) }
    /// Whether only a private cache may store the response, or the fields it names.
    package var isPrivate: Bool { flags.contains(.isPrivate) }
    /// Whether a stale response may never be reused without validation.
    package var mustRevalidate: Bool { flags.contains(.mustRevalidate) }
    /// Whether only a cache that understands the status may store the response; `noStore` is then ignored by it.
    package var mustUnderstand: Bool { flags.contains(.mustUnderstand) }
    /// Whether the response won't change while it is fresh (RFC 8246).
    package var isImmutable: Bool { flags.contains(.immutable) }
    /// Whether the request is to be answered from a cache or not at all.
    package var onlyIfCached: Bool { flags.contains(.onlyIfCached) }
    /// How long the response is fresh, or how old it may be, in seconds.
    package var maxAge: Int64? { self[.maxAge] }
    /// How long the response must stay fresh.
    package var minFresh: Int64? { self[.minFresh] }
    /// How long the response may be stale; `Int64.max` for `max-stale` without a number.
    package var maxStale: Int64? { flags.contains(.maxStaleAny) ? .max : self[.maxStale] }
    /// How long a stale response may be reused while it is revalidated in the background (RFC 5861 section 3).
    package var staleWhileRevalidate: Int64? { self[.staleWhileRevalidate] }
    /// How long a stale response may be reused after an error (RFC 5861 section 4).
    package var staleIfError: Int64? { self[.staleIfError] }

    /// Reads the Cache-Control fields of a message.
    package init(_ fields: HTTPFields) {
        self.init(values: fields[octets: .cacheControl])
    }

    /// Reads the values of the Cache-Control fields of a message.
    package init(values: [[UInt8]]) {
        for value in values {
            var (scanner, unclosed) = (FieldScanner(value), 0)
            while !scanner.isAtEnd { readDirective(&scanner, &unclosed) }
        }
    }

    private subscript(name: Name) -> Int64? {
        numbers.first { $0.name == name }?.seconds
    }

    /// Reads one member of the list and what separates it from the next.
    ///
    /// - Parameter unclosed: the end of what a quote without its partner was searched in.
    private mutating func readDirective(_ scanner: inout FieldScanner, _ unclosed: inout Int) {
        scanner.skipWhiteSpace()
        if let name = scanner.token() {
            let argument = scanner.take(UInt8(ascii: "=")) ? scanner.parameterValue() : nil
            // Anything else before the comma makes the argument invalid.
            let isClean = Self.skipToComma(&scanner, &unclosed)
            apply(FieldParameter.asciiLowercased(name), argument, isClean: isClean)
        } else {
            _ = Self.skipToComma(&scanner, &unclosed)
        }
        _ = scanner.take(UInt8(ascii: ","))
    }

    /// - Returns: whether there was only white space.
    private static func skipToComma(_ scanner: inout FieldScanner, _ unclosed: inout Int) -> Bool {
        scanner.skipWhiteSpace()
        var isClean = true
        while let next = scanner.next, next != UInt8(ascii: ",") {
            isClean = false
            // A comma within quotes separates nothing. Every quote between one without a partner and the end of its search
            // has a backslash, so it has no partner either, and searching again from each would take all time.
            if next == UInt8(ascii: "\""), scanner.position >= unclosed {
                if scanner.quotedString() != nil { continue }
                unclosed =
                    scanner.bytes[scanner.position...].firstIndex { !Grammar.isFieldValueByte($0) }
                    ?? scanner.bytes.count
            }
            scanner.position += 1
        }
        return isClean
    }

    private mutating func apply(_ name: String, _ argument: [UInt8]?, isClean: Bool) {
        switch name {
        case "no-store": flags.insert(.noStore)
        case "no-cache":
            // A list that names no fields isn't one: the directive then holds for the whole response.
            if isClean, let names = argument.flatMap(Self.names) {
                noCacheFields += names
            } else {
                flags.insert(.noCache)
            }
        case "public": flags.insert(.isPublic)
        case "private": flags.insert(.isPrivate)
        case "must-revalidate": flags.insert(.mustRevalidate)
        case "must-understand": flags.insert(.mustUnderstand)
        case "immutable": flags.insert(.immutable)
        case "only-if-cached": flags.insert(.onlyIfCached)
        case "max-age": add(.maxAge, argument, isClean)
        case "min-fresh": add(.minFresh, argument, isClean)
        case "max-stale":
            if argument == nil, isClean { flags.insert(.maxStaleAny) } else { add(.maxStale, argument, isClean) }
        case "stale-while-revalidate": add(.staleWhileRevalidate, argument, isClean)
        case "stale-if-error": add(.staleIfError, argument, isClean)
        default: break
        }
    }

    private mutating func add(_ name: Name, _ argument: [UInt8]?, _ isClean: Bool) {
        guard self[name] == nil else { return }
        let seconds = isClean ? argument.flatMap(DeltaSeconds.parse) : nil
        numbers.append(Number(name: name, seconds: seconds ?? 0))
    }

    /// The names of a list, in lowercase; `nil` if it has none, or something else.
    private static func names(_ list: [UInt8]) -> [String]? {
        var scanner = FieldScanner(list)
        var names: [String] = []
        while true {
            scanner.skipWhiteSpace()
            if let name = scanner.token() { names.append(FieldParameter.asciiLowercased(name)) }
            scanner.skipWhiteSpace()
            if scanner.isAtEnd { return names.isEmpty ? nil : names }
            guard scanner.take(UInt8(ascii: ",")) else { return nil }
        }
    }
}

/// A number of seconds in a field (RFC 9111 section 1.2.2).
package enum DeltaSeconds {
    /// What larger numbers count as: 2^31, about 68 years.
    package static let largest: Int64 = 1 << 31

    /// Parses 1*DIGIT; `nil` for anything else.
    package static func parse(_ octets: [UInt8]) -> Int64? {
        ASCII.largeNumber(octets).map { min($0, largest) }
    }
}

extension HTTPFields {
    /// The value of Age in seconds: the first member of the list (RFC 9111 section 5.1); `nil` if there isn't one that is
    /// valid.
    package var age: Int64? {
        guard let first = self[fields: .age].first?.octets.split(separator: UInt8(ascii: ",")).first else { return nil }
        return DeltaSeconds.parse(first.filter { !Grammar.isOptionalWhiteSpace($0) })
    }
}
