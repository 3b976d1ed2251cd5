/// The conversation with a SOCKS proxy as a pure state machine: what to send and how many bytes to receive next.
///
/// ```
///  socks4(a):  request ──→ reply (8) ──→ done
///  socks5(h):  greeting ──→ choice (2) ─┬─ 0 ─→ request ──→ reply (4) ──→ rest of the address ──→ done
///                                       └─ 2 ─→ login ──→ verdict (2) ─→ request …
/// ```
struct SOCKSConversation: Sendable {
    /// Where the proxy connects to.
    enum Destination: Sendable, Hashable {
        /// An IPv4 or IPv6 address, 4 or 16 bytes.
        case address([UInt8])
        case name(String)
    }

    /// What to do next.
    enum Step: Sendable, Hashable {
        /// Send these bytes, then receive this many.
        case exchange([UInt8], receive: Int)
        /// Receive this many more.
        case receive(Int)
        /// The connection reaches the destination.
        case done
    }

    private enum State: Sendable {
        case begin, reply4, choice, verdict, reply5, address
    }

    private let kind: ProxyServer.Kind
    private let destination: Destination
    private let port: UInt16
    private let user: [UInt8]
    private let password: [UInt8]
    private let hasLogin: Bool
    private var state = State.begin

    init(
        kind: ProxyServer.Kind, to destination: Destination, port: UInt16, credential: Credential?
    ) throws(SOCKSError) {
        self.kind = kind
        self.destination = destination
        self.port = port
        let pair = credential?.pair
        (user, password, hasLogin) = (pair?.user ?? [], pair?.password ?? [], pair != nil)
        guard user.count <= 255, password.count <= 255 else { throw .tooLong("user or password") }
        if case .name(let name) = destination, name.utf8.count > 255 || name.isEmpty || name.utf8.contains(0) {
            throw .tooLong("the host name")
        }
        if kind == .socks4 || kind == .socks4a, user.contains(0) { throw .tooLong("the user name") }
    }

    /// Takes the requested bytes (none at the start) and returns the next step.
    mutating func next(_ bytes: [UInt8]) throws(SOCKSError) -> Step {
        switch state {
        case .begin: return try begin()
        case .reply4:
            guard bytes.count == 8, bytes[0] == 0 else { throw .malformed("a reply that doesn't begin with 0") }
            guard bytes[1] == 90 else { throw .refused(code: Int(bytes[1])) }
            return .done
        case .choice: return try choose(bytes)
        case .verdict:
            // RFC 1929 section 2: anything other than 0 is a refusal.
            guard bytes.count == 2, bytes[1] == 0 else { throw .loginRefused }
            return request()
        case .reply5: return try readReply(bytes)
        case .address: return .done
        }
    }

    private mutating func begin() throws(SOCKSError) -> Step {
        switch kind {
        case .socks4, .socks4a:
            state = .reply4
            var request: [UInt8] = [4, 1] + portBytes
            switch destination {
            case .address(let address):
                guard address.count == 4 else { throw .needsIPv4 }
                request += address + user + [0]
            case .name(let name):
                // SOCKS 4a: an invalid address (0.0.0.x) means that a name follows.
                request += [0, 0, 0, 1] + user + [0] + Array(name.utf8) + [0]
            }
            return .exchange(request, receive: 8)
        default:
            state = .choice
            return .exchange(hasLogin ? [5, 2, 0, 2] : [5, 1, 0], receive: 2)
        }
    }

    private mutating func choose(_ bytes: [UInt8]) throws(SOCKSError) -> Step {
        guard bytes.count == 2, bytes[0] == 5 else { throw .malformed("an answer with another version") }
        switch bytes[1] {
        case 0: return request()
        case 2 where hasLogin:
            state = .verdict
            let login = [1, UInt8(user.count)] + user + [UInt8(password.count)] + password
            return .exchange(login, receive: 2)
        default: throw .noCommonMethod
        }
    }

    /// RFC 1928 section 4.
    private mutating func request() -> Step {
        state = .reply5
        var request: [UInt8] = [5, 1, 0]
        switch destination {
        case .address(let address): request += [address.count == 4 ? 1 : 4] + address
        case .name(let name): request += [3, UInt8(name.utf8.count)] + Array(name.utf8)
        }
        // The first byte of a bound name, its length, comes with the fixed part.
        return .exchange(request + portBytes, receive: 5)
    }

    private mutating func readReply(_ bytes: [UInt8]) throws(SOCKSError) -> Step {
        guard bytes.count == 5, bytes[0] == 5 else { throw .malformed("a reply with another version") }
        guard bytes[1] == 0 else { throw .refused(code: Int(bytes[1])) }
        state = .address
        switch bytes[3] {
        case 1: return .receive(3 + 2)
        case 3: return .receive(Int(bytes[4]) + 2)
        case 4: return .receive(15 + 2)
        default: throw .malformed("an address of unknown type")
        }
    }

    private var portBytes: [UInt8] { [UInt8(port >> 8), UInt8(port & 0xFF)] }
}
