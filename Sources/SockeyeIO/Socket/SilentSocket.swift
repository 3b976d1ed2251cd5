internal import Glibc

/// A socket with nobody at its other end, which never says anything and never ends while this object lives
/// (`socketpair(2)`): for what looks like a connection and is none.
package final class SilentSocket: Sendable {
    /// This end.
    package let socket: Socket
    private let peer: Descriptor

    /// - Throws: `IOError.system` when the process has no descriptors left.
    package init(on loop: EventLoop) throws(IOError) {
        var pair: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        if socketpair(AF_UNIX, type, 0, &pair) != 0 { throw .system(call: "socketpair", errorNumber: errno) }
        peer = Descriptor(owning: pair[1])
        socket = try Socket(Descriptor(owning: pair[0]), on: loop)
    }
}
