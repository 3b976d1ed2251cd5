import Glibc
import Synchronization

/// A port of 127.0.0.1 where nothing listens, for programs that cannot let the kernel choose.
///
/// It is below the ports that the kernel gives out by itself (ip(7), `ip_local_port_range`), so no other test's socket
/// gets it. Another process may take it first; the caller then tries again.
public func freePort() -> UInt16 {
    for _ in 0..<ports.count {
        let port = ports.lowerBound + UInt16(nextPort.add(1, ordering: .relaxed).oldValue % UInt32(ports.count))
        let isFree = withLoopbackSocket { descriptor in
            bound(descriptor, to: port) { address, length in bind(descriptor, address, length.pointee) == 0 } != nil
        }
        if isFree { return port }
    }
    return 0
}

private let ports: Range<UInt16> = 20_000..<32_000
private let nextPort = Atomic<UInt32>(.random(in: 0..<12_000))

/// Whether something listens at this port of 127.0.0.1 (`connect(2)`).
public func isListening(_ port: UInt16) -> Bool {
    withLoopbackSocket { descriptor in
        bound(descriptor, to: port) { address, length in connect(descriptor, address, length.pointee) == 0 } != nil
    }
}

private func withLoopbackSocket<Result>(_ body: (Int32) -> Result) -> Result {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    return body(descriptor)
}

/// Passes the address 127.0.0.1:`port` to a call, and returns the port it contains afterwards; `nil` if the call fails.
private func bound(
    _ descriptor: Int32, to port: UInt16,
    _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Bool
) -> UInt16? {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: the pointer refers to a whole sockaddr_in, and the call does not keep it.
    let isDone = withUnsafeMutablePointer(to: &name) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
    }
    return isDone ? UInt16(bigEndian: name.sin_port) : nil
}
