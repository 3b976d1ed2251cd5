extension Decision {
    /// The kinds of decisions, by the names of their cases.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The method is sent in capitals.
        case methodCapitalized
        /// The form of the request target.
        case targetChosen
        /// A field of the request, and where it came from.
        case fieldAdded
        /// What announces the request's body.
        case requestFramed
        /// What became of `Expect: 100-continue`.
        case expectation
        /// The rest of the request isn't sent, since the server has answered with this status.
        case requestCut
        /// The host requires TLS, so this URL is requested instead.
        case upgradedToTLS
        /// What a Strict-Transport-Security field came to.
        case strictTransport
        /// No proxy is used.
        case direct
        /// The request goes through this proxy.
        case proxied
        /// An idle connection is used again.
        case connectionReused
        /// An idle connection is closed instead: the server closed it, or sent something unasked.
        case idleConnectionDropped
        /// A new connection is opened.
        case connectionOpened
        /// All places are taken, so the request waits for one.
        case connectionAwaited
        /// The addresses to try, and who named them.
        case addressesChosen
        /// How each address did, and which one won.
        case addressRace
        /// What the TLS handshake agreed on.
        case tlsNegotiated
        /// The server's certificate is good for this host.
        case certificateAccepted
        /// The server's certificate isn't checked, or was allowed although the check failed.
        case certificateUnchecked
        /// The certificate, or what else was to prove the host's identity, is refused.
        case certificateRefused
        /// The client's certificate isn't shown to this host, since a redirect led there.
        case identityWithheld
        /// The connection is kept for the next request.
        case connectionKept
        /// The connection is closed, for this reason.
        case connectionClosed
        /// An interim response is passed over.
        case interimPassed
        /// Which rule says where the body ends.
        case responseFramed
        /// The codings that are undone, the first one applied first.
        case decoding
        /// The codings that stay, since none was asked for.
        case codingKept
        /// A cookie is sent.
        case cookieSent
        /// A cookie of this host or its parents is not sent.
        case cookieWithheld
        /// The jar isn't used for this request.
        case cookiesOff
        /// A cookie of the response is stored.
        case cookieStored
        /// A cookie of the response is refused.
        case cookieRefused
        /// A credential is sent with this scheme.
        case credentialSent
        /// A credential is kept back until the server asks for it.
        case credentialHeld
        /// A challenge will be answered.
        case challengeAnswered
        /// A challenge will not be answered.
        case challengeUnanswered
        /// These fields and credentials stay behind, since the redirect leads to another origin.
        case secretsWithheld
        /// A redirect is followed.
        case redirectFollowed
        /// A redirect goes to the caller.
        case redirectDelivered
        /// A redirect can't be followed, and is an error.
        case redirectRefused
        /// The request is sent a second time, since its reused connection was dead.
        case secondTry
        /// The request isn't sent a second time.
        case noSecondTry
        /// The request is repeated after this delay.
        case retryPlanned
        /// The request isn't repeated.
        case retryRefused
        /// The cache answers.
        case cacheAnswered
        /// The request goes to the server, for this reason.
        case cacheForwarded
        /// The server is asked by these fields whether what is stored is still good.
        case cacheValidating
        /// The server says that this many stored responses are still good.
        case cacheFreshened
        /// The response is being stored.
        case responseStored
        /// The response is not stored.
        case responseNotStored
        /// What is stored of these URLs is dropped.
        case cacheInvalidated
    }

    /// Its kind.
    public var kind: Kind {
        switch self {
        case .methodCapitalized: .methodCapitalized
        case .targetChosen: .targetChosen
        case .fieldAdded: .fieldAdded
        case .requestFramed: .requestFramed
        case .expectation: .expectation
        case .requestCut: .requestCut
        case .upgradedToTLS: .upgradedToTLS
        case .strictTransport: .strictTransport
        case .direct: .direct
        case .proxied: .proxied
        case .connectionReused: .connectionReused
        case .idleConnectionDropped: .idleConnectionDropped
        case .connectionOpened: .connectionOpened
        case .connectionAwaited: .connectionAwaited
        case .addressesChosen: .addressesChosen
        case .addressRace: .addressRace
        case .tlsNegotiated: .tlsNegotiated
        case .certificateAccepted: .certificateAccepted
        case .certificateUnchecked: .certificateUnchecked
        case .certificateRefused: .certificateRefused
        case .identityWithheld: .identityWithheld
        case .connectionKept: .connectionKept
        case .connectionClosed: .connectionClosed
        case .interimPassed: .interimPassed
        case .responseFramed: .responseFramed
        case .decoding: .decoding
        case .codingKept: .codingKept
        case .cookieSent: .cookieSent
        case .cookieWithheld: .cookieWithheld
        case .cookiesOff: .cookiesOff
        case .cookieStored: .cookieStored
        case .cookieRefused: .cookieRefused
        case .credentialSent: .credentialSent
        case .credentialHeld: .credentialHeld
        case .challengeAnswered: .challengeAnswered
        case .challengeUnanswered: .challengeUnanswered
        case .secretsWithheld: .secretsWithheld
        case .redirectFollowed: .redirectFollowed
        case .redirectDelivered: .redirectDelivered
        case .redirectRefused: .redirectRefused
        case .secondTry: .secondTry
        case .noSecondTry: .noSecondTry
        case .retryPlanned: .retryPlanned
        case .retryRefused: .retryRefused
        case .cacheAnswered: .cacheAnswered
        case .cacheForwarded: .cacheForwarded
        case .cacheValidating: .cacheValidating
        case .cacheFreshened: .cacheFreshened
        case .responseStored: .responseStored
        case .responseNotStored: .responseNotStored
        case .cacheInvalidated: .cacheInvalidated
        }
    }
}
