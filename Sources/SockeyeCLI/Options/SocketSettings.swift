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

    /// Applies them to the library's configuration.
    func apply(to configuration: inout HTTPClient.Configuration) {
        configuration.socketOptions = options
        configuration.socketOptions.keepAliveTime = isKeptAlive ? .seconds(min(keepAliveSeconds, 32_767)) : nil
        configuration.sendsProxyHeader = sendsProxyHeader
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
        options.localPorts = first == 0 ? nil : UInt16(first)...UInt16(last)
    }
}
