internal import CSystemShims
internal import Glibc

/// An error of a system call, or of a wait on one.
@nonexhaustive
public enum IOError: Error, Sendable, Equatable {
    /// A system call failed: which one, and its `errno`.
    case system(call: String, errorNumber: Int32)
    /// A host name has no address: the name, `getaddrinfo`'s message, and whether a later attempt may succeed.
    case unknownHost(String, reason: String, isTemporary: Bool)
    /// An argument refused before any system call, with the reason.
    case invalidArgument(String)
    /// The local end cannot be used: the interface, address or ports, and the system's message.
    case unusableLocalEnd(String, reason: String)
    /// The deadline passed.
    case timedOut
    /// The task was cancelled.
    case cancelled
    /// The socket was closed on this side.
    case closed
    /// More bytes came than the limit given here.
    case limitExceeded(Int)
}

extension IOError {
    /// Whether it says that no route leads there, or that the way's interface is down.
    package var isLackOfRoute: Bool {
        guard case .system(_, let errorNumber) = self else { return false }
        return ErrorNumber.noRoute.contains(errorNumber)
    }

    /// Whether the system gave up waiting for the other end, which answers nothing (`ETIMEDOUT`).
    package var isTimeOut: Bool {
        guard case .system(_, let errorNumber) = self else { return false }
        return errorNumber == ErrorNumber.timedOut
    }
}

extension IOError: CustomStringConvertible {
    /// One line: the call and the system's message.
    public var description: String {
        switch self {
        case .system(let call, let errorNumber): "\(call): \(IOError.message(for: errorNumber))"
        case .unknownHost(let host, let reason, _): "could not resolve host \(host): \(reason)"
        case .invalidArgument(let reason): reason
        case .unusableLocalEnd(let name, let reason): "could not bind to \(name): \(reason)"
        case .timedOut: "the deadline passed"
        case .cancelled: "cancelled"
        case .closed: "the socket is closed"
        case .limitExceeded(let limit): "more than \(limit) bytes arrived"
        }
    }

    /// What the reader of the message can do, if the errno tells.
    public var advice: String? {
        guard case .system(_, let errorNumber) = self else { return nil }
        return switch errorNumber {
        case ECONNREFUSED: "nothing listens there; check the port, or start the server"
        case ENOENT: "there is no such socket; check its path"
        case EHOSTUNREACH, ENETUNREACH: "there is no route to it; check the address and the network"
        case ETIMEDOUT: "nothing answers there; check the address and any firewall"
        case ECONNRESET, EPIPE: "the other end broke the connection; try again, or check its log"
        case EMFILE, ENFILE: "too many files are open; close some, or raise the limit (ulimit -n)"
        default: nil
        }
    }

    /// The system's message for an `errno` (`strerror_r`).
    public static func message(for errorNumber: Int32) -> String {
        withTextBuffer(capacity: 256) { text, capacity in
            sockeye_error_message(errorNumber, text, capacity)
        }
    }
}

/// Runs `fill` on a buffer that C fills with NUL-terminated text, and returns the text.
func withTextBuffer(capacity: Int, _ fill: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
    // SAFETY: the buffer outlives the closure, `capacity` is its size, and it starts as all zeros, so the text ends
    // where C stops writing.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
        buffer.initialize(repeating: 0)
        guard let base = buffer.baseAddress else { return "" }
        fill(base, capacity)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
