internal import Sockeye
internal import SockeyeIO

/// The socket options.
struct SocketSettings: Sendable {
    /// `--interface`, `--local-port`, `--tcp-nodelay`, `--happy-eyeballs-timeout-ms`.
    var options = SocketOptions(attemptDelay: .milliseconds(200))
    /// `--no-keepalive` switches it off.
    var isKeptAlive = true
    /// `--keepalive-time`, in seconds.
    var keepAliveSeconds = 60
    /// `--haproxy-protocol`.
    var sendsProxyHeader = false

    /// `--haproxy-clientip`.
    var proxyHeaderClient: String?

    /// Applies them to the library's configuration.
    func apply(to configuration: inout HTTPClient.Configuration) {
        configuration.socketOptions = options
        configuration.socketOptions.keepAliveTime = isKeptAlive ? .seconds(min(keepAliveSeconds, 32_767)) : nil
        configuration.compatibility.sendsProxyHeader = sendsProxyHeader || proxyHeaderClient != nil
        configuration.compatibility.proxyHeaderClient = proxyHeaderClient
    }

    /// Reads a number, or the name of a code point (RFC 2474, RFC 2597, RFC 3246, RFC 8622) or of RFC 1349.
    static func typeOfService(_ text: String) throws(OptionFault) -> UInt8 {
        let names: [String: UInt8] = [
            "CS0": 0x00, "CS1": 0x20, "CS2": 0x40, "CS3": 0x60, "CS4": 0x80, "CS5": 0xA0, "CS6": 0xC0, "CS7": 0xE0,
            "AF11": 0x28, "AF12": 0x30, "AF13": 0x38, "AF21": 0x48, "AF22": 0x50, "AF23": 0x58, "AF31": 0x68,
            "AF32": 0x70, "AF33": 0x78, "AF41": 0x88, "AF42": 0x90, "AF43": 0x98, "EF": 0xB8, "VOICE-ADMIT": 0xB0,
            "LE": 0x04, "LOWCOST": 0x02, "LOWDELAY": 0x10, "THROUGHPUT": 0x08, "RELIABILITY": 0x04, "MINCOST": 0x02,
            "ECT1": 0x01, "ECT0": 0x02, "CE": 0x03,
        ]
        if let value = names[text.uppercased()] ?? UInt8(text) { return value }
        throw .invalid("expected a number from 0 to 255, or a name such as CS0, AF11 or EF")
    }

    /// Reads `NAME`, `if!NAME` or `host!NAME`.
    mutating func setLocalEnd(_ text: String) {
        options.localEnd =
            if text.hasPrefix("if!") {
                .interface(String(text.dropFirst(3)))
            } else if text.hasPrefix("host!") {
                .host(String(text.dropFirst(5)))
            } else {
                .interfaceOrHost(text)
            }
    }

    /// Reads `N` or `N-M`.
    mutating func setLocalPorts(_ text: String) throws(OptionFault) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { part in
            part.drop { $0 == " " }
        }
        guard let first = NumberArgument.port(parts[0]), let last = NumberArgument.port(parts[parts.count - 1]),
            first <= last, first > 0 || last == 0
        else { throw .invalid("expected a port or a range of ports, such as 40000-40010") }
        // As in curl, 0 is any.
        options.localPorts = first == 0 ? nil : first...last
    }
}
