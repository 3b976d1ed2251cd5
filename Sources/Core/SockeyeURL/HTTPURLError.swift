/// Why a text is not an ``HTTPURL``, and where.
public struct HTTPURLError: Error, Sendable, Hashable {
    /// What is wrong. Associated texts are raw parts of the URL: escape them before printing, or print the error's
    /// description.
    @nonexhaustive
    public enum Reason: Sendable, Hashable {
        /// The text is longer than ``HTTPURL/lengthLimit`` bytes.
        case tooLong(bytes: Int)
        /// A relative reference, or text that does not begin with `http://`, where an absolute URL is needed.
        case missingScheme
        /// The scheme is not one of http, https, ws and wss.
        case unsupportedScheme(String)
        /// There is nothing between `//` and the path.
        case missingHost
        /// A character that is illegal in host names, percent-decoded.
        case invalidHostCharacter(String)
        /// The host ends in a number, so it must be an IPv4 address, but isn't a valid one.
        case invalidIPv4Address(String)
        /// The text in brackets isn't an IPv6 address.
        case invalidIPv6Address(String)
        /// A `[` without its `]`, or text after the `]`.
        case unclosedBracket
        /// The port contains anything but digits. Empty if an `@` follows, since it may be part of a password.
        case invalidPort(String)
        /// The port is above 65535. Empty if an `@` follows.
        case portOutOfRange(String)
        /// The host is not ASCII; only its Punycode form (`xn--…`) can be resolved.
        case internationalizedHost(String)
    }

    /// What is wrong.
    public let reason: Reason
    /// The byte offset in the UTF-8 of the given text, for a caret under it.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension HTTPURLError: CustomStringConvertible {
    /// One line: what, where, and what to do. Control and bidi characters are escaped.
    public var description: String {
        switch reason {
        case .tooLong(let bytes):
            "URL of \(bytes) bytes: the limit is \(HTTPURL.lengthLimit); send long data as a body"
        case .missingScheme:
            "no scheme at offset \(offset): begin the URL with http:// or https://"
        case .unsupportedScheme(let scheme):
            "unsupported scheme \(SafeText.quoted(scheme)) at offset \(offset): use http or https"
        case .missingHost:
            "no host at offset \(offset): write one after the //, as in http://example.com/"
        case .invalidHostCharacter(let character):
            "character \(SafeText.quoted(character)) in the host at offset \(offset): remove it; a host has letters, "
                + "digits, '-' and '.'"
        case .invalidIPv4Address(let host):
            "invalid IPv4 address \(SafeText.quoted(host)) at offset \(offset): write four numbers from 0 to 255, as "
                + "in 192.0.2.1"
        case .invalidIPv6Address(let host):
            "invalid IPv6 address \(SafeText.quoted(host)) at offset \(offset): write eight groups of up to four hex "
                + "digits, or '::' for a run of zeros, without a zone"
        case .unclosedBracket:
            "bracket not closed at offset \(offset): write an IPv6 address as [2001:db8::1]"
        case .invalidPort(""), .portOutOfRange(""):
            "invalid port at offset \(offset): use digits only; a '/', '?' or '#' in a password is written %2F, %3F, %23"
        case .invalidPort(let port):
            "invalid port \(SafeText.quoted(port)) at offset \(offset): use digits only"
        case .portOutOfRange(let port):
            "port \(SafeText.quoted(port)) at offset \(offset) is out of range: use 0 to 65535"
        case .internationalizedHost(let host):
            "internationalized host \(SafeText.quoted(host)) at offset \(offset): write its Punycode form, as in "
                + "xn--bcher-kva.example"
        }
    }
}
