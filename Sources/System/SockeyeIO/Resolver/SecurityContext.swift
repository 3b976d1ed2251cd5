internal import CSystemShims

/// The caller's side of a login with the system's ticket (SPNEGO over Kerberos), off the event loop: the ticket for the service comes
/// from another machine.
package final class SecurityContext: Sendable {
    /// Whether the service gets a ticket with which it can act as the caller.
    package enum Delegation: Int32, Sendable {
        case never = 0
        case always = 1
        case byPolicy = 32768
    }

    /// What the service is to get, and whether both sides know each other then.
    package typealias Step = Result<(token: [UInt8], isLast: Bool), Failure>

    /// Why there is no token.
    package enum Failure: Error, Equatable {
        /// The library can't be loaded.
        case unavailable
        /// Its reason, such as that there is no ticket.
        case refused(String)
    }

    private let host: String
    // SAFETY: a step has it to itself, since none comes after one that took too long, and keeps the object alive until it ends.
    nonisolated(unsafe) private let raw: OpaquePointer?

    package init(service: String, host: String, _ delegation: Delegation) {
        self.host = host
        raw = sockeye_negotiation_new("\(service)@\(host)", delegation.rawValue)
    }

    deinit { if let raw { sockeye_negotiation_free(raw) } }

    /// Takes what the service has sent, nothing in the first step, which may begin anew. A step that takes too long goes on in the background,
    /// and has to be the last.
    package func step(_ received: [UInt8], on loop: EventLoop, until deadline: Deadline) async -> Step {
        let answer = OneShot<Step>()
        let piece = BlockingThreads.runLookup(in: host) {
            if !answer.isDone { answer.give(self.step(received)) }
        }
        defer { piece?.abandon() }
        switch await answer.wait(on: loop, until: deadline) {
        case .value(let result): return result
        case .timedOut, .cancelled: return .failure(.refused("it took too long"))
        }
    }

    private func step(_ received: [UInt8]) -> Step {
        guard let raw else { return .failure(.refused("memory is short")) }
        var (sent, count) = (UnsafeRawPointer?.none, 0)
        var reason = [CChar](repeating: 0, count: 512)
        // SAFETY: the call reads and writes no more than the counts, and a NUL ends the reason.
        let result = sockeye_negotiation_step(raw, received, received.count, &sent, &count, &reason, reason.count)
        switch result {
        case Int32(SOCKEYE_NEGOTIATION_UNAVAILABLE): return .failure(.unavailable)
        case Int32(SOCKEYE_NEGOTIATION_FAILED):
            let text = reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            return .failure(.refused(String(decoding: text, as: UTF8.self)))
        default:
            // SAFETY: the bytes are there until the next step.
            let bytes = Array(UnsafeRawBufferPointer(start: sent, count: count))
            return .success((bytes, result == Int32(SOCKEYE_NEGOTIATION_DONE)))
        }
    }
}
