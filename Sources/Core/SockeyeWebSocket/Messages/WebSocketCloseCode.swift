/// Why a connection was closed (RFC 6455 section 7.4).
public struct WebSocketCloseCode: Sendable, Hashable, RawRepresentable {
    /// The number.
    public var rawValue: UInt16

    /// Any number; ``isSendable`` says whether it may be in a close frame.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The conversation has come to its end.
    public static let normal = WebSocketCloseCode(rawValue: 1000)
    /// The server goes down, or the program has left.
    public static let goingAway = WebSocketCloseCode(rawValue: 1001)
    /// The peer broke the protocol.
    public static let protocolError = WebSocketCloseCode(rawValue: 1002)
    /// Binary, say, for an endpoint that understands only text.
    public static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
    /// Never on the wire: the close frame had no code.
    public static let noCode = WebSocketCloseCode(rawValue: 1005)
    /// Never on the wire: the connection ended without a close frame.
    public static let abnormal = WebSocketCloseCode(rawValue: 1006)
    /// A text message isn't UTF-8, for instance.
    public static let invalidPayload = WebSocketCloseCode(rawValue: 1007)
    /// The message is against the rules of the one who got it.
    public static let policyViolation = WebSocketCloseCode(rawValue: 1008)
    /// The message is too long to be handled.
    public static let messageTooBig = WebSocketCloseCode(rawValue: 1009)
    /// The client wants an extension that the server didn't accept.
    public static let missingExtension = WebSocketCloseCode(rawValue: 1010)
    /// Something unexpected kept the server from going on.
    public static let internalError = WebSocketCloseCode(rawValue: 1011)
    /// The server restarts; connect again after a while.
    public static let serviceRestart = WebSocketCloseCode(rawValue: 1012)
    /// The server is overloaded.
    public static let tryAgainLater = WebSocketCloseCode(rawValue: 1013)
    /// The server behind the gateway gave a bad answer.
    public static let badGateway = WebSocketCloseCode(rawValue: 1014)

    /// Whether a close frame may carry it: 1004, 1005, 1006 and 1015 are reserved, the registry ends at 1014, and 3000 to
    /// 4999 are for libraries and programs (RFC 6455 sections 7.4.1 and 7.4.2).
    public var isSendable: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

extension WebSocketCloseCode: CustomStringConvertible {
    /// The number, and the meaning of those that are registered.
    public var description: String {
        let words: String? =
            switch self {
            case .normal: "normal"
            case .goingAway: "going away"
            case .protocolError: "protocol error"
            case .unsupportedData: "unsupported data"
            case .noCode: "no code"
            case .abnormal: "cut"
            case .invalidPayload: "invalid payload"
            case .policyViolation: "policy violation"
            case .messageTooBig: "message too big"
            case .missingExtension: "missing extension"
            case .internalError: "internal error"
            case .serviceRestart: "service restart"
            case .tryAgainLater: "try again later"
            case .badGateway: "bad gateway"
            default: nil
            }
        return words.map { "\(rawValue) (\($0))" } ?? "\(rawValue)"
    }
}
