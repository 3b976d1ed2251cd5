internal import CSystemShims

/// An address to connect or bind a socket to: IPv4 or IPv6 with a port, or a path in the file system (`sockaddr_in`,
/// `sockaddr_in6`, `sockaddr_un`).
public struct SocketAddress: Sendable {
    /// The address family, as in POSIX.
    package enum Family: Sendable, Hashable {
        /// IPv4.
        case ipv4
        /// IPv6.
        case ipv6
        /// A path, or a name in Linux's abstract namespace.
        case unix
        /// Any other family.
        case other

        var raw: Int32 {
            switch self {
            case .ipv4: Int32(SOCKEYE_FAMILY_IPV4)
            case .ipv6: Int32(SOCKEYE_FAMILY_IPV6)
            case .unix: Int32(SOCKEYE_FAMILY_UNIX)
            case .other: Int32(SOCKEYE_FAMILY_ANY)
            }
        }
    }

    var raw: sockeye_address

    init(raw: sockeye_address) {
        self.raw = raw
    }

    /// A Unix domain address.
    ///
    /// - Parameters:
    ///   - unixPath: a path of at most 107 bytes, without NUL.
    ///   - isAbstract: whether the path is a name in Linux's abstract namespace.
    /// - Throws: `IOError.invalidArgument` if the path doesn't fit.
    public init(unixPath: String, isAbstract: Bool = false) throws(IOError) {
        var raw = sockeye_address()
        let bytes = unixPath.utf8.map { CChar(bitPattern: $0) }
        guard !bytes.isEmpty, !bytes.contains(0),
            sockeye_unix_address(bytes, bytes.count, isAbstract ? 1 : 0, &raw) == 0
        else {
            throw .invalidArgument("a Unix socket path has 1 to 107 bytes and no NUL; this one has \(bytes.count)")
        }
        self.raw = raw
    }

    /// Parses a numeric address such as `127.0.0.1` or `::1`, without a lookup; `nil` for other text.
    public init?(numericHost: String, port: UInt16) {
        guard let first = Resolver.numericAddresses(host: numericHost, port: port).first else { return nil }
        self = first
    }

    /// The address family.
    package var family: Family {
        // SAFETY: `raw` is initialized, and the shim does not keep the pointer.
        withUnsafePointer(to: raw) { pointer in
            switch sockeye_address_family(pointer) {
            case Family.ipv4.raw: .ipv4
            case Family.ipv6.raw: .ipv6
            case Family.unix.raw: .unix
            default: .other
            }
        }
    }

    /// The port; 0 for a Unix domain address.
    public var port: UInt16 {
        // SAFETY: `raw` is initialized, and the shim does not keep the pointer.
        withUnsafePointer(to: raw) { sockeye_address_port($0) }
    }

    /// The 4 or 16 bytes of an IP address; empty for other families.
    package var addressBytes: [UInt8] {
        // SAFETY: `raw` is initialized; the shim writes at most 16 bytes, and returns how many.
        withUnsafePointer(to: raw) { pointer in
            [UInt8](unsafeUninitializedCapacity: 16) { buffer, initialized in
                initialized = buffer.baseAddress.map { Int(sockeye_address_bytes(pointer, $0)) } ?? 0
            }
        }
    }

    /// Whether it is in 127.0.0.0/8, or ::1: this machine's, whatever its interfaces are.
    var isLoopback: Bool {
        let bytes = addressBytes
        if bytes.count == 4 { return bytes[0] == 127 }
        return bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
    }

    /// The address without its port: `127.0.0.1`, `::1`, a path, or `@name` for an abstract one (`inet_ntop`).
    public var host: String {
        // SAFETY: `raw` is initialized, the shim writes at most `capacity` bytes, and keeps neither pointer.
        withUnsafePointer(to: raw) { pointer in
            withTextBuffer(capacity: 128) { text, capacity in
                _ = sockeye_address_text(pointer, text, capacity)
            }
        }
    }
}

extension SocketAddress: CustomStringConvertible {
    /// `127.0.0.1:80`, `[::1]:80` or the path.
    public var description: String {
        switch family {
        case .ipv4, .other: "\(host):\(port)"
        case .ipv6: "[\(host)]:\(port)"
        case .unix: host
        }
    }
}
