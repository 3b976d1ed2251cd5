internal import SockeyeBytes

/// Why the codec refuses something: whose fault it is, and for the server's at which byte.
@nonexhaustive
public enum HTTP1Error: Error, Equatable, Sendable {
    /// The caller asked for something that can't be sent; nothing of it was.
    case caller(CallerFault)
    /// The server broke the protocol at this offset, counted from the first byte received in the ``Exchange``, interim
    /// responses included.
    case server(ServerFault, offset: Int64)
}

extension HTTP1Error: CustomStringConvertible {
    /// One line: what happened, where, and what to do about it if anything. Safe to print: bytes appear as hexadecimal
    /// numbers or as checked tokens.
    public var description: String {
        switch self {
        case .caller(let fault): fault.description
        case .server(let fault, let offset): fault.description(at: offset)
        }
    }
}

extension UInt8 {
    /// The byte by number and, if that is safe to print, by name.
    var shown: String {
        let number = "byte 0x" + ASCII.padded(self, radix: 16, inCapitals: true)
        switch self {
        case 0x00: return number + " (NUL)"
        case 0x09: return number + " (tab)"
        case 0x0A: return number + " (line feed)"
        case 0x0D: return number + " (carriage return)"
        case 0x20: return number + " (space)"
        case 0x21...0x7E: return number + " ('\(Character(Unicode.Scalar(self)))')"
        default: return number
        }
    }
}
