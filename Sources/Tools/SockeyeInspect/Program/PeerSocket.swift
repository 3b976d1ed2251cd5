internal import SockeyeBytes
internal import SockeyeIO

/// Distinguishes a local peer that closed its socket from one that only shut down its sending side, which recv(2) can't tell apart
/// (RFC 9112 section 9.6).
enum PeerSocket {
    /// Reads `/proc/net/tcp` (proc_pid_net(5)). If it can't be read, the peer counts as closed.
    ///
    /// - Parameter socket: an IPv4 socket.
    static func isOpen(_ socket: Socket) -> Bool {
        guard let own = socket.localAddress, let peer = socket.peerAddress,
            let table = try? SmallFile.read("/proc/net/tcp", limit: byteLimit)
        else { return false }
        return isOpen(in: table, own: (own.host, own.port), peer: (peer.host, peer.port))
    }

    /// A socket that no process holds is listed with inode 0 or not at all.
    static func isOpen(in table: [UInt8], own: (host: String, port: UInt16), peer: (host: String, port: UInt16)) -> Bool
    {
        guard let own = name(own), let peer = name(peer) else { return false }
        for line in table.split(separator: 10) {
            // Our remote address is the peer's local one.
            let words = line.split(separator: 32)
            guard words.count > 9, words[1].elementsEqual(peer.utf8), words[2].elementsEqual(own.utf8) else { continue }
            return !words[9].elementsEqual("0".utf8)
        }
        return false
    }

    /// For example `0100007F:1F90`: the address's octets as a number in host byte order.
    private static func name(_ address: (host: String, port: UInt16)) -> String? {
        let octets = address.host.split(separator: ".").compactMap { UInt8($0) }
        guard octets.count == 4 else { return nil }
        let number = octets.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }.bigEndian
        return ASCII.padded(number, to: 8, radix: 16, inCapitals: true) + ":"
            + ASCII.padded(address.port, to: 4, radix: 16, inCapitals: true)
    }

    /// Far more than the listing of a machine's sockets needs.
    private static let byteLimit = 64 << 20
}
