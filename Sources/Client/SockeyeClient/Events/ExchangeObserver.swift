public import SockeyeTLS

/// Observes a request. Called by the task that performs it; must be quick.
public protocol ExchangeObserver: Sendable {
    /// Called with each event as it happens: what is about a request comes before its head is sent, what is about a response
    /// after its head, except that the cache answers before it shows the stored head.
    func observe(_ event: ClientEvent)

    /// What it asks for in addition to the events that every observer gets; default nothing.
    var interests: ClientEvent.Interests { get }

    /// Called with the bytes that ``interests`` ask for. They are lent: valid during the call.
    func observe(_ bytes: RawSpan, of part: WirePart)
}

extension ExchangeObserver {
    /// Nothing.
    public var interests: ClientEvent.Interests { [] }
    /// Nothing is done with them.
    public func observe(_ bytes: RawSpan, of part: WirePart) {}
}

extension ClientEvent {
    /// What an observer may ask for in addition to the events that every observer gets.
    public struct Interests: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int

        /// The interests of these bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The bytes of requests and of responses' bodies. All of them then pass through this process, even where the kernel
        /// could have moved them (`splice(2)`).
        public static let bytes = Interests(rawValue: 1)
        /// Heads and trailers as received.
        public static let rawHeads = Interests(rawValue: 2)
        /// TLS messages.
        public static let tls = Interests(rawValue: 4)
        /// What the client decides and why. Without it no reason is made into a value.
        public static let reasons = Interests(rawValue: 8)
    }
}

/// What the bytes are that an observer is lent.
@nonexhaustive
public enum WirePart: Sendable, Hashable {
    /// The whole head of a request, as on the wire before TLS.
    case sentHead
    /// A part of a request's body, with its framing, before TLS.
    case sentBody
    /// A response's head as received, just before its event: line ends, spaces and folds unchanged, the empty line last. Of a
    /// head that is refused or cut, the whole lines before the fault.
    case receivedHead
    /// The line that has the fault, when a head is refused or cut, and what came behind it at once.
    case refusedHead
    /// A part of a response's body, with its framing.
    case receivedBody
    /// The trailers of a chunked body, as received.
    case receivedTrailers
    /// A TLS message or record header, decrypted.
    case tls(TLSMessage)

    /// Who wants them.
    var interest: ClientEvent.Interests {
        switch self {
        case .sentHead, .sentBody, .receivedBody: .bytes
        case .receivedHead, .refusedHead, .receivedTrailers: .rawHeads
        case .tls: .tls
        }
    }
}
