/// A netrc file, word by word as `Netrc` reads it, with what is secret replaced by filler of the same length.
struct MaskedNetrc {
    private(set) var result: [UInt8] = []
    private var rest: ArraySlice<UInt8>

    /// What the next word is.
    private enum Role {
        case keyword, value, secret
    }

    init(_ text: [UInt8]) {
        rest = text[...]
        var role = Role.keyword
        while let first = rest.first {
            switch first {
            case 0...0x20: result += take { $0 <= 0x20 }
            case UInt8(ascii: "#"): result += [first] + Secrets.filler(take { $0 != 0x0A }.dropFirst())
            default:
                let word = first == UInt8(ascii: "\"") ? takeQuoted(role) : takePlain(role)
                role = role == .keyword ? follower(of: word) : .keyword
            }
        }
    }

    private mutating func take(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: belongs)
        rest = rest[taken.endIndex...]
        return taken
    }

    private mutating func takePlain(_ role: Role) -> ArraySlice<UInt8> {
        let word = take { $0 > 0x20 }
        result += role == .secret ? Secrets.filler(word) : Array(word)
        return word
    }

    /// A quoted word ends with its line at the latest. Behind an open quote anything may be a password.
    private mutating func takeQuoted(_ role: Role) -> ArraySlice<UInt8> {
        result.append(rest.removeFirst())
        let text = rest
        var isEscaped = false
        let inside = take { byte in
            if byte == 0x0A { return false }
            if isEscaped {
                isEscaped = false
                return true
            }
            isEscaped = byte == UInt8(ascii: "\\")
            return byte != UInt8(ascii: "\"")
        }
        let quote = rest.first == 0x0A ? nil : rest.popFirst()
        result += role == .secret || quote == nil ? Secrets.filler(inside) : Array(inside)
        if let quote { result.append(quote) }
        return text[..<inside.endIndex]
    }

    private mutating func follower(of keyword: ArraySlice<UInt8>) -> Role {
        switch String(decoding: keyword, as: UTF8.self) {
        case "machine", "login": return .value
        case "password", "account": return .secret
        case "macdef":
            // A macro ends with an empty line.
            var last: UInt8 = 0
            let macro = take { byte in
                if byte == 0x0D { return true }
                defer { last = byte }
                return byte != 0x0A || last != 0x0A
            }
            result += macro.map { $0 <= 0x20 ? $0 : UInt8(ascii: "x") }
            return .keyword
        default: return .keyword
        }
    }
}
