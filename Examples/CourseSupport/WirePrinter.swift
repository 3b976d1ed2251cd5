public import Sockeye

/// Prints what a client sends and receives: request heads and bodies, response heads, and what it decides in between.
public struct WirePrinter: ExchangeObserver {
    private let showsBodies: Bool

    /// A printer of heads and, if asked, of bodies with their framing.
    public init(bodies: Bool = false) {
        showsBodies = bodies
    }

    /// Heads are shown as they arrived, not as they were understood.
    public var interests: ClientEvent.Interests { [.bytes, .rawHeads] }

    /// Prints the bytes of requests and responses.
    public func observe(_ bytes: RawSpan, of part: WirePart) {
        // SAFETY: the bytes are copied before the buffer's scope ends.
        let copy = bytes.withUnsafeBytes { Array($0) }
        switch part {
        case .sentHead: Wire.sent(copy)
        case .receivedHead, .receivedTrailers: Wire.received(copy)
        case .sentBody: if showsBodies { Wire.sent(copy) }
        case .receivedBody: if showsBodies { Wire.received(copy) }
        default: break
        }
    }

    /// Prints the events that the lessons speak of.
    public func observe(_ event: ClientEvent) {
        if event[.addressRace]?.connection != nil { print("· opened a connection") }
        if event[.connectionReused] != nil { print("· reused the connection") }
        if let hop = event[.redirectFollowed] { print("· follows the redirect to \(hop.destination)") }
        if let (names, _, _) = event[.secretsWithheld] { print("· keeps back \(names.joined(separator: ", "))") }
        if event[.secondTry] != nil { print("· the reused connection was dead: once more on a new one") }
        if let (_, reason) = event[.connectionClosed] { print("· closes the connection: \(reason)") }
    }
}
