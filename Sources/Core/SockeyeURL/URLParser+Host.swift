internal import SockeyeBytes

extension URLParser {
    /// Parses `host` or `host:port` in `range`.
    mutating func hostAndPort(_ range: Range<Int>) throws(HTTPURLError) {
        var end = range.lowerBound
        var isInBrackets = false
        while end < range.upperBound, isInBrackets || input[end] != UInt8(ascii: ":") {
            if input[end] == UInt8(ascii: "[") { isInBrackets = true }
            if input[end] == UInt8(ascii: "]") { isInBrackets = false }
            end += 1
        }
        guard end > range.lowerBound else { throw HTTPURLError(.missingHost, at: range.lowerBound) }
        layout.hostKind = try host(range.lowerBound..<end)
        layout.hostEnd = outputEnd
        if end < range.upperBound {
            try port((end + 1)..<range.upperBound)
        }
        layout.pathStart = outputEnd
    }

    private mutating func port(_ range: Range<Int>) throws(HTTPURLError) {
        let digits = input[range]
        var number = 0
        for byte in digits {
            guard let digit = ASCII.decimalDigit(byte) else {
                throw HTTPURLError(.invalidPort(shown(range)), at: range.lowerBound)
            }
            // Saturates just past the range, however many digits follow.
            number = min(number * 10 + Int(digit), 0x10000)
        }
        guard let port = UInt16(exactly: number) else {
            throw HTTPURLError(.portOutOfRange(shown(range)), at: range.lowerBound)
        }
        guard !digits.isEmpty, port != layout.scheme.defaultPort else { return }
        layout.port = port
        output.append(UInt8(ascii: ":"))
        output.append(contentsOf: String(port).utf8)
    }

    /// The text of a bad port. Before an `@` it may be the first part of a password with a slash, which no error may show.
    private func shown(_ port: Range<Int>) -> String {
        input[port.upperBound...].contains(UInt8(ascii: "@")) ? "" : text(port)
    }

    /// Parses the host in `range`, which is not empty (URL Standard section 3.5).
    private mutating func host(_ range: Range<Int>) throws(HTTPURLError) -> HTTPURL.HostKind {
        if input[range.lowerBound] == UInt8(ascii: "[") {
            return try bracketedHost(range)
        }
        // 1. Percent-decode.
        var domain = input[range]
        if domain.contains(UInt8(ascii: "%")) {
            domain = PercentEncoding.decode(domain)[...]
        }
        // 2. To ASCII: lowercase, and Punycode with the trait `IDN`.
        let start = output.count
        var isASCII = true
        for (index, byte) in domain.enumerated() {
            if byte >= 0x80 {
                isASCII = false
            } else if URLParser.isForbiddenInDomain(byte) {
                // Decoding shifts offsets, so the error then points at the whole host.
                let offset = domain.count == range.count ? range.lowerBound + index : range.lowerBound
                throw HTTPURLError(.invalidHostCharacter(String(Unicode.Scalar(byte))), at: offset)
            }
            output.append(ASCII.lowercased(byte))
        }
        guard isASCII else {
            guard let host = String(validating: domain, as: UTF8.self) else {
                throw HTTPURLError(.invalidHostCharacter("\u{FFFD}"), at: range.lowerBound)
            }
            output.removeSubrange(start...)
            guard let ascii = InternationalHost.ascii(host) else {
                throw HTTPURLError(.internationalizedHost(host), at: range.lowerBound)
            }
            // Mapping can produce illegal characters, as from the fullwidth "％".
            if let byte = ascii.first(where: { $0 >= 0x80 || URLParser.isForbiddenInDomain($0) }) {
                throw HTTPURLError(.invalidHostCharacter(String(Unicode.Scalar(byte))), at: range.lowerBound)
            }
            output.append(contentsOf: ascii)
            return try addressOrDomain(range, from: start)
        }
        return try addressOrDomain(range, from: start)
    }

    private mutating func addressOrDomain(
        _ range: Range<Int>, from start: Int
    ) throws(HTTPURLError) -> HTTPURL.HostKind {
        // 3. A host that ends in a number is an IPv4 address or an error.
        guard IPv4Text.endsInNumber(output[start...]) else { return .domain }
        guard let address = IPv4Text.parse(output[start...]) else {
            if allowsNumberedNames { return .domain }
            throw HTTPURLError(.invalidIPv4Address(text(range)), at: range.lowerBound)
        }
        output.removeSubrange(start...)
        IPv4Text.append(address, to: &output)
        return .ipv4
    }

    private mutating func bracketedHost(_ range: Range<Int>) throws(HTTPURLError) -> HTTPURL.HostKind {
        guard input[range.upperBound - 1] == UInt8(ascii: "]") else {
            throw HTTPURLError(.unclosedBracket, at: range.lowerBound)
        }
        let inside = (range.lowerBound + 1)..<(range.upperBound - 1)
        guard let pieces = IPv6Text.parse(input[inside]) else {
            throw HTTPURLError(.invalidIPv6Address(text(inside)), at: inside.lowerBound)
        }
        output.append(UInt8(ascii: "["))
        output.append(contentsOf: IPv6Text.serialize(pieces).utf8)
        output.append(UInt8(ascii: "]"))
        return .ipv6
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: input[range], as: UTF8.self) }

    /// The Standard's forbidden domain code points, as far as they are ASCII.
    private static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F: true
        case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"),
            UInt8(ascii: "^"), UInt8(ascii: "|"), UInt8(ascii: "%"):
            true
        default: false
        }
    }
}
