/// The parameters of permessage-deflate (RFC 7692 section 7.1), as offered or as agreed.
public struct PerMessageDeflate: Sendable, Hashable {
    /// The server starts every message with an empty window.
    public var serverNoContextTakeover = false
    /// The client does.
    public var clientNoContextTakeover = false
    /// The server's window is at most 2 to this power; 8 to 15.
    public var serverMaxWindowBits = 15
    /// The client's.
    public var clientMaxWindowBits = 15

    /// Context takeover and windows of 32 KiB both ways.
    public init() {}

    static let name = "permessage-deflate"

    /// The value of Sec-WebSocket-Extensions that offers these parameters (RFC 7692 section 7.1).
    public var offer: String {
        var text = Self.name
        if serverNoContextTakeover { text += "; server_no_context_takeover" }
        if clientNoContextTakeover { text += "; client_no_context_takeover" }
        if serverMaxWindowBits < 15 { text += "; server_max_window_bits=\(Self.bits(serverMaxWindowBits))" }
        // RFC 7692 section 7.1.2.2: a server may only limit the client's window if the client says that it can.
        text += "; client_max_window_bits"
        if clientMaxWindowBits < 15 { text += "=\(Self.bits(clientMaxWindowBits))" }
        return text
    }

    private static func bits(_ bits: Int) -> Int { min(15, max(8, bits)) }

    /// The parameters that the server chose from `offer`; `nil` if it chose no extension.
    ///
    /// - Parameters:
    ///   - values: of the Sec-WebSocket-Extensions fields in the response.
    ///   - offer: what the request offered; `nil` for nothing.
    public static func agreed(
        _ values: [String], offer: PerMessageDeflate?
    ) throws(WebSocketError) -> PerMessageDeflate? {
        var agreed: PerMessageDeflate?
        for value in values {
            guard let elements = ExtensionList.parse(value) else { throw .handshake(.unusableExtension(value)) }
            for element in elements {
                // RFC 6455 section 4.1, point 5 of the checks: an extension that wasn't requested fails the connection.
                guard agreed == nil, let offer, element.name.lowercased() == name, let chosen = offer.accepting(element)
                else { throw .handshake(.unusableExtension(value)) }
                agreed = chosen
            }
        }
        return agreed
    }

    /// RFC 7692 section 7.1: an unknown parameter, a second one of a name, or a bad value fails the connection.
    private func accepting(_ answer: ExtensionList.Element) -> PerMessageDeflate? {
        var chosen = PerMessageDeflate()
        chosen.clientMaxWindowBits = Self.bits(clientMaxWindowBits)
        var seen: Set<String> = []
        for parameter in answer.parameters {
            let name = parameter.name.lowercased()
            guard seen.insert(name).inserted else { return nil }
            switch (name, parameter.value) {
            case ("server_no_context_takeover", nil): chosen.serverNoContextTakeover = true
            case ("client_no_context_takeover", nil): chosen.clientNoContextTakeover = true
            case ("server_max_window_bits", let value?):
                guard let bits = Self.windowBits(value), bits <= Self.bits(serverMaxWindowBits) else { return nil }
                chosen.serverMaxWindowBits = bits
            case ("client_max_window_bits", let value?):
                guard let bits = Self.windowBits(value), bits <= Self.bits(clientMaxWindowBits) else { return nil }
                chosen.clientMaxWindowBits = bits
            default: return nil
            }
        }
        // RFC 7692 sections 7.1.1.1 and 7.1.2.1: what was asked of the server must be confirmed.
        if serverNoContextTakeover, !chosen.serverNoContextTakeover { return nil }
        if serverMaxWindowBits < 15, !seen.contains("server_max_window_bits") { return nil }
        chosen.clientNoContextTakeover = chosen.clientNoContextTakeover || clientNoContextTakeover
        return chosen
    }

    /// RFC 7692 section 7.1.2: 8 to 15, without leading zeros.
    private static func windowBits(_ text: String) -> Int? {
        guard let bits = Int(text), (8...15).contains(bits), text == "\(bits)" else { return nil }
        return bits
    }
}
