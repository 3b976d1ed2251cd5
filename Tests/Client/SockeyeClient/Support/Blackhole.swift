internal import Glibc

/// A local listening socket with a full queue that accepts nothing, so that connecting gets no answer.
final class Blackhole: Sendable {
    let port: UInt16
    private let descriptors: [Int32]

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: the address outlives the calls, which get its true size.
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 0) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard result else { throw NoBlackhole() }
        port = UInt16(bigEndian: address.sin_port)
        var all = [listener]
        // A queue of length 0 holds one connection; the kernel drops the rest.
        for _ in 0..<4 {
            let filler = socket(
                AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
            // SAFETY: as above.
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(filler, $0, length) }
            }
            all.append(filler)
        }
        descriptors = all
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    struct NoBlackhole: Error {}
}
