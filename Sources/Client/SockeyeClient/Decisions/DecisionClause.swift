extension Decision {
    /// A clause of a standard.
    public struct Clause: Sendable, Hashable, CustomStringConvertible {
        /// The document, such as `RFC 9112`.
        public let document: String
        /// The section, such as `6.3`.
        public let section: String
        /// What it says, in one line.
        public let meaning: String

        /// A clause of a document.
        public init(_ document: String, _ section: String, _ meaning: String) {
            (self.document, self.section, self.meaning) = (document, section, meaning)
        }

        /// Where it can be read.
        public var link: String {
            // The Fetch Standard names its sections.
            if document == "Fetch" { return "https://fetch.spec.whatwg.org/#\(section)" }
            let number = document.filter(\.isNumber)
            // The successor of RFC 6265 has no number yet.
            if document.hasSuffix("bis") {
                return "https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc\(number)bis-22.html#section-\(section)"
            }
            let kind = section.first?.isLetter == true ? "appendix" : "section"
            return "https://www.rfc-editor.org/rfc/rfc\(number).html#\(kind)-\(section)"
        }

        /// `RFC 9112 §6.3`, or `Fetch`.
        public var description: String { document == "Fetch" ? document : "\(document) §\(section)" }
    }
}

extension Decision.Kind {
    // The one table of decisions; docs/Explain.md has the same, and a test compares them.
    /// The clause that the decision follows.
    public var clause: Decision.Clause {
        switch self {
        case .methodCapitalized: .init("RFC 9110", "9.1", "Methods are case-sensitive; get is not GET.")
        case .targetChosen:
            .init("RFC 9112", "3.2", "A server gets the path, a proxy the whole URL, CONNECT host and port.")
        case .fieldAdded: .init("RFC 9110", "6.3", "Fields modify the request and describe its content and its sender.")
        case .requestFramed:
            .init("RFC 9112", "6.3", "A request without Content-Length and Transfer-Encoding has no body (step 7).")
        case .expectation:
            .init("RFC 9110", "10.1.1", "A client may ask before it sends a body, but doesn't wait forever.")
        case .requestCut:
            .init("RFC 9112", "9.5", "A client that is refused early stops sending and closes.")
        case .upgradedToTLS: .init("RFC 6797", "8.3", "A known host is asked over TLS only, whatever the URL says.")
        case .strictTransport: .init("RFC 6797", "8.1", "The field counts over good TLS and from a name only.")
        case .direct: .init("RFC 9110", "7.3.3", "Without cache and proxy, the origin is asked directly.")
        case .proxied: .init("RFC 9110", "7.3.2", "Which proxy is asked depends on the client's configuration.")
        case .connectionReused: .init("RFC 9112", "9.3", "A connection persists unless somebody says close.")
        case .idleConnectionDropped: .init("RFC 9112", "9.5", "A server may close an idle connection at any time.")
        case .connectionOpened: .init("RFC 9112", "9.1", "How connections are opened isn't HTTP's concern.")
        case .connectionAwaited: .init("RFC 9112", "9.4", "A client limits its connections to a server.")
        case .addressesChosen: .init("RFC 8305", "4", "The families of addresses take turns, the first one's first.")
        case .addressRace: .init("RFC 8305", "5", "After a while without news the next address is tried too.")
        case .tlsNegotiated: .init("RFC 8446", "4.1.3", "The server chooses version and cipher among those offered.")
        case .certificateAccepted: .init("RFC 9110", "4.3.4", "The certificate must be valid for the URL's host.")
        case .certificateUnchecked: .init("RFC 9110", "4.3.4", "Unchecked, anybody could be on the other side.")
        case .certificateRefused: .init("RFC 9110", "4.3.4", "Without a good certificate the connection is not used.")
        case .identityWithheld: .init("RFC 9110", "15.4", "What was meant for one origin isn't shown to another.")
        case .connectionKept: .init("RFC 9112", "9.3", "Both messages are complete, and nobody said close.")
        case .connectionClosed: .init("RFC 9112", "9.6", "What says close, or has no certain end, is the last message.")
        case .interimPassed: .init("RFC 9110", "15.2", "Any number of 1xx responses may come before the final one.")
        case .responseFramed: .init("RFC 9112", "6.3", "Eight steps say where a body ends; the first that fits counts.")
        case .decoding: .init("RFC 9110", "8.4", "Codings are undone in the reverse order of the field.")
        case .codingKept: .init("RFC 9110", "12.5.3", "Without Accept-Encoding the server may choose any coding.")
        case .cookieSent: .init("RFC 6265bis", "5.8.3", "Host, path, Secure and expiry all have to fit.")
        case .cookieWithheld: .init("RFC 6265bis", "5.8.3", "Host, path, Secure and expiry all have to fit.")
        case .cookiesOff: .init("RFC 6265bis", "7.1", "A client may refuse cookies of third parties.")
        case .cookieStored: .init("RFC 6265bis", "5.7", "A server sets cookies for itself or for a parent domain.")
        case .cookieRefused: .init("RFC 6265bis", "5.7", "A cookie for others, or less safe than it says, is ignored.")
        case .credentialSent: .init("RFC 9110", "11.6.2", "Authorization has the credential for this realm.")
        case .credentialHeld: .init("RFC 9110", "11.6.1", "A server that wants a credential asks with 401.")
        case .challengeAnswered: .init("RFC 9110", "11.6.1", "The strongest offered scheme that is known is answered.")
        case .challengeUnanswered: .init("RFC 9110", "15.5.2", "A refused credential isn't sent again.")
        case .secretsWithheld: .init("RFC 9110", "15.4", "Fields for the first origin don't go to another one.")
        case .redirectFollowed: .init("RFC 9110", "15.4", "The status says whether method and body stay.")
        case .redirectDelivered: .init("RFC 9110", "15.4", "A client may follow a redirect with a Location.")
        case .redirectRefused: .init("RFC 9110", "15.4", "A client detects loops; it doesn't follow into danger.")
        case .secondTry: .init("RFC 9112", "9.3.1", "A request on a connection that was just closed is repeated.")
        case .noSecondTry: .init("RFC 9110", "9.2.2", "What isn't idempotent isn't repeated by itself.")
        case .retryPlanned: .init("RFC 9110", "10.2.3", "Retry-After says when to come back.")
        case .retryRefused: .init("RFC 9110", "9.2.2", "Only what can safely be repeated is.")
        case .cacheAnswered: .init("RFC 9111", "4", "A stored response answers if it fits and is fresh enough.")
        case .cacheForwarded: .init("RFC 9211", "2.2", "What isn't stored, or isn't fresh, is asked for.")
        case .cacheValidating: .init("RFC 9111", "4.3.1", "Validators ask whether what is stored is still good.")
        case .cacheFreshened: .init("RFC 9111", "4.3.4", "A 304 updates the fields of what is stored.")
        case .responseStored: .init("RFC 9111", "3", "A final response that says how long it is fresh is stored.")
        case .responseNotStored: .init("RFC 9111", "3", "What forbids it, or has no freshness, isn't stored.")
        case .cacheInvalidated: .init("RFC 9111", "4.4", "A change of a resource drops what is stored of it.")
        }
    }
}
