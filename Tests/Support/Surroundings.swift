internal import Glibc

/// What the suite runs in, as far as it keeps a test from being fair.
public enum Surroundings {
    /// The wall clock jumps over hours and days (`make odd-days DAYS=jumps`).
    public static var clockJumps: Bool { getenv("SOCKEYE_CLOCK") != nil }

    /// The loopback has an IPv6 address; a machine, or `make odd-days DAYS=ipv4`, may have none.
    public static var hasIPv6: Bool {
        let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr.__in6_u.__u6_addr8.15 = 1
        // SAFETY: bind reads as many bytes of the address as it is told, which is all of it.
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }

    /// The addresses of the loopback.
    public static var loopbackHosts: [String] { ["127.0.0.1"] + (hasIPv6 ? ["::1"] : []) }

    /// The address sanitizer reserves terabytes of addresses.
    public static var sanitizesAddresses: Bool { getenv("ASAN_OPTIONS") != nil }

    /// The thread sanitizer reserves terabytes of addresses, and keeps its notes in a file, which a small file size limit cuts off.
    public static var sanitizesThreads: Bool { getenv("TSAN_OPTIONS") != nil }

    /// Either of them.
    public static var isSanitized: Bool { sanitizesAddresses || sanitizesThreads }
}
