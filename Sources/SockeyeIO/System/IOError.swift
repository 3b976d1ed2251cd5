internal import CSystemShims
internal import Glibc

/// What can go wrong between this program and the kernel.
public enum IOError: Error, Sendable, Equatable {
    /// A system call failed: which one, and the `errno` it left.
    case system(call: String, errorNumber: Int32)
    /// A host name has no address: the name, `getaddrinfo`'s words, and whether asking again later may help.
    case unknownHost(String, reason: String, isTemporary: Bool)
    /// An argument that no system call was asked about, with the reason.
    case invalidArgument(String)
    /// This end cannot be where it was told to be: the interface, address or ports, and the system's words.
    case unusableLocalEnd(String, reason: String)
    /// The deadline came first.
    case timedOut
    /// The task was cancelled.
    case cancelled
    /// The socket was closed on this side.
    case closed
    /// More bytes came than the caller allowed (the limit is given).
    case limitExceeded(Int)
}

extension IOError: CustomStringConvertible {
    /// One line: the call and the system's own words for the error.
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

    /// What whoever reads the message can do, when the errno says so much.
    package var advice: String? {
        guard case .system(_, let errorNumber) = self else { return nil }
        return switch errorNumber {
        case ECONNREFUSED: "nobody listens there; check the port, or start the server"
        case ENOENT: "there is no such socket; check its path"
        case EHOSTUNREACH, ENETUNREACH: "there is no way there; check the address and the network"
        case ETIMEDOUT: "nothing answers there; check the address and any firewall"
        case ECONNRESET, EPIPE: "the other end broke off; try again, or look into its log"
        case EMFILE, ENFILE: "too many files are open; close some, or raise the limit (ulimit -n)"
        default: nil
        }
    }

    /// The system's words for an `errno` (`strerror_r`).
    public static func message(for errorNumber: Int32) -> String {
        withTextBuffer(capacity: 256) { text, capacity in
            sockeye_error_message(errorNumber, text, capacity)
        }
    }
}

/// Runs `fill` on a buffer that C fills with text ending in NUL, and gives the text.
func withTextBuffer(capacity: Int, _ fill: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
    // SAFETY: the buffer lives for this closure, `capacity` is its size, and it is all zero, so whatever C leaves
    // unwritten ends the text.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
        buffer.initialize(repeating: 0)
        guard let base = buffer.baseAddress else { return "" }
        fill(base, capacity)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
