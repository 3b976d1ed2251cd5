public import Sockeye

/// Prints what a client sends and receives: request heads and bodies, response heads, and what it decides in between.
public struct WirePrinter: ExchangeObserver {
    private let showsBodies: Bool

    /// A printer of heads and, if asked, of bodies with their framing.
    public init(bodies: Bool = false) {
        showsBodies = bodies
    }

    /// The bytes are what this prints.
    public var wantsBytes: Bool { true }

    /// Heads are shown as they arrived, not as they were understood.
    public var wantsRawHeads: Bool { true }

    /// Prints the bytes of a request.
    public func observe(sent bytes: RawSpan, isHead: Bool) {
        if isHead || showsBodies { Wire.sent(Self.copy(bytes)) }
    }

    /// Prints a head of a response, or its trailers.
    public func observe(head bytes: RawSpan, isTrailer: Bool) {
        Wire.received(Self.copy(bytes))
    }

    /// Prints the bytes of a response's body.
    public func observe(received bytes: RawSpan) {
        if showsBodies { Wire.received(Self.copy(bytes)) }
    }

    /// Prints the decisions that the lessons speak of.
    public func observe(_ event: ExchangeEvent) {
        switch event {
        case .connected: print("· opened a connection")
        case .reused: print("· reused the connection")
        case .redirecting(let hop): print("· follows the redirect to \(hop.destination)")
        case .withholding(let names, from: _): print("· keeps back \(names.joined(separator: ", "))")
        case .retrying: print("· the reused connection was dead: once more on a new one")
        case .finished(_, closing: let reason?): print("· closes the connection: \(reason)")
        default: break
        }
    }

    private static func copy(_ bytes: RawSpan) -> [UInt8] {
        // SAFETY: the bytes are copied before the buffer's scope ends.
        bytes.withUnsafeBytes { Array($0) }
    }
}
