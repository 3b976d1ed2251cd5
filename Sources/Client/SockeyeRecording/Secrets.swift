internal import SockeyeBytes
internal import SockeyeFields
internal import SockeyeIO

/// Replaces secrets with filler of the same length, in URLs and in fields as users type them.
package enum Secrets {
    /// Masks the secrets in a line of a head (`Cookie: a=b`).
    package static func maskedField(_ line: [UInt8]) -> [UInt8] {
        masked(line, as: .fields)
    }

    /// Masks the secrets in lines that are fields.
    package static func maskedFields(_ text: [UInt8]) -> [UInt8] {
        masked(text, as: .fields)
    }

    /// Masks the values of cookies such as `a=b; c=d`.
    package static func maskedCookies(_ text: [UInt8]) -> [UInt8] {
        Array(maskedField(Array("cookie:".utf8) + text).dropFirst(7))
    }

    /// Masks the values in a cookie file: lines in the Netscape format, and recorded heads.
    package static func maskedCookieFile(_ text: [UInt8]) -> [UInt8] {
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { line -> [UInt8] in
            var tabs = 0
            guard
                let value = line.firstIndex(where: { byte in
                    if byte == 0x09 { tabs += 1 }
                    return tabs == 6
                })
            else { return maskedField(Array(line)) }
            let end = line.last == 0x0D ? line.endIndex - 1 : line.endIndex
            return line[...value] + filler(line[(value + 1)..<max(value + 1, end)]) + line[max(value + 1, end)...]
        }
        return Array(lines.joined(separator: [0x0A]))
    }

    /// Masks a URL, also without a scheme: `user:password@host`. Everything before the last `@` of the authority is user and
    /// password, including quotation marks and spaces.
    package static func maskedURL(_ url: [UInt8]) -> [UInt8] {
        let isSlash = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
        let slashes = url.indices.dropLast().first { isSlash(url[$0]) && isSlash(url[$0 + 1]) }
        // Further slashes are ignored.
        let start = slashes.map { index in url[index...].firstIndex { !isSlash($0) } ?? url.endIndex } ?? 0
        let authority = url[start...].prefix { !isSlash($0) && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return withoutUserInformation(url) }
        let colon = url[start..<at].firstIndex(of: UInt8(ascii: ":"))
        return url[..<start] + filler(url[start..<(colon ?? at)])
            + (colon.map { [url[$0]] + filler(url[($0 + 1)..<at]) } ?? [])
            + withoutUserInformation(Array(url[at...]))
    }

    /// Whether an environment variable holds a secret, judged by its name.
    package static func isSecret(variable name: String) -> Bool {
        SecretField.isSecret(name: name)
    }

    /// Whether a field's value is or contains a secret, judged by the field's name.
    package static func isSecret(field name: String) -> Bool { SecretField(name) != nil }

    /// Masks the password in `user:password`.
    package static func maskedPassword(_ text: [UInt8]) -> [UInt8] {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return text }
        return text[...colon] + filler(text[(colon + 1)...])
    }

    /// Masks the password, or the user if the password is missing or a placeholder, since the user is a token then.
    package static func maskedUser(_ text: [UInt8]) -> [UInt8] {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return text }
        let password = text[(colon + 1)...]
        let isToken = password.isEmpty || password.elementsEqual("x-oauth-basic".utf8)
        return (isToken ? filler(text[..<colon]) + [text[colon]] : Array(text[...colon])) + filler(password)
    }

    /// Replaces a whole text with filler.
    package static func filler(_ text: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            // A percent-encoded octet is replaced by one, so that the decoded length stays the same.
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                rest.prefix(2).allSatisfy({ ASCII.hexadecimalDigit($0) != nil })
            {
                result += "%78".utf8
                rest = rest.dropFirst(2)
            } else {
                result.append(HeadMask.filler)
            }
        }
        return result
    }

    /// Masks every `//user:password@` in a text, except for the colon, and the values of query parameters with secret names.
    package static func withoutUserInformation(_ text: [UInt8]) -> [UInt8] { masked(text, as: .lines) }

    private static func masked(_ bytes: [UInt8], as text: SecretScanner.Text) -> [UInt8] {
        let words = WrittenText.withoutMark(bytes)
        return bytes[..<words.startIndex] + filled(Array(words), SecretScanner.secrets(in: text, Array(words)), from: 0)
    }

    /// The octets from an offset on, with filler for secrets except their spaces.
    static func filled(_ bytes: [UInt8], _ secrets: [SecretScanner.Secret], from start: Int) -> [UInt8] {
        var bytes = bytes
        for secret in secrets {
            let range = (secret.range.lowerBound - start)..<(secret.range.upperBound - start)
            if secret.isOfURL {
                bytes.replaceSubrange(range, with: filler(bytes[range]))
            } else {
                for index in range where bytes[index] != 0x20 && bytes[index] != 0x09 { bytes[index] = HeadMask.filler }
            }
        }
        return bytes
    }
}
