// The option for connections that carry no HTTP.
extension OptionTable {
    static let streamRows: [Option] = [
        .value(
            "connect", nil, "host:port", [.sockeye], "Carry standard input to a host, and back",
            """
            Connect to a host and port without speaking HTTP: standard input goes to the peer, what it sends goes to the \
            output (-o, a file that grows as it comes). When standard input ends, the sending side is closed (of a tunnel, \
            some proxies then close both); the transfer ends when the peer closes. \
            tls://HOST:PORT starts TLS first, with the same trust as for URLs (-k, --cacert, -E, --pinnedpubkey). The \
            connection goes through proxies as a tunnel (-x, --socks5, https_proxy for tls and http_proxy otherwise). An IPv6 \
            address is in brackets. -m limits the whole time, --idle-timeout the time without a byte in either direction, \
            --max-filesize what is received; --retry repeats the connecting.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            let text = try value.text()
            let isSecure = text.prefix(6).lowercased() == "tls://"
            let place = isSecure ? text.dropFirst(6) : text[...]
            guard let colon = place.lastIndex(of: ":"), colon != place.startIndex,
                let port = UInt16(place[place.index(after: colon)...]), port > 0,
                !place.contains(where: { "/?#@\\".contains($0) })
            else { throw .invalid("write HOST:PORT, or tls://HOST:PORT") }
            settings.transfer.add(url: "\(isSecure ? "https" : "http")://\(place)/", isBareConnection: true)
        }
    ]
}
