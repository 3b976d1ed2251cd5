extension Decision {
    /// The kinds of decisions, by the names of their cases.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case methodCapitalized, targetChosen, fieldAdded, requestFramed, expectation, requestCut
        case upgradedToTLS, strictTransport, direct, proxied
        case connectionReused, idleConnectionDropped, connectionOpened, connectionAwaited, addressesChosen, addressRace
        case tlsNegotiated, certificateAccepted, certificateUnchecked, certificateRefused, identityWithheld
        case connectionKept, connectionClosed
        case interimPassed, responseFramed, decoding, codingKept
        case cookieSent, cookieWithheld, cookiesOff, cookieStored, cookieRefused
        case credentialSent, credentialHeld, challengeAnswered, challengeUnanswered, secretsWithheld
        case redirectFollowed, redirectDelivered, redirectRefused, secondTry, noSecondTry, retryPlanned, retryRefused
        case cacheAnswered, cacheForwarded, cacheValidating, cacheFreshened, responseStored, responseNotStored
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
