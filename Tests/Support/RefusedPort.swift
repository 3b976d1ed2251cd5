import Glibc

/// A port of 127.0.0.1 where nothing listens or will listen: it is bound and never listened on, so the kernel refuses
/// connections and gives it to no test that asks for a free port.
///
/// One socket serves all tests, and stays open as long as the process lives.
public let refusedPort: UInt16 = {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &name) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            // SAFETY: the pointer refers to a whole sockaddr_in, and the calls do not keep it.
            let isBound = bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            return isBound ? UInt16(bigEndian: pointer.pointee.sin_port) : 0
        }
    }
}()
