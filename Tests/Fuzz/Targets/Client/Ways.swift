import SockeyeURL

@testable import SockeyeClient

private let bases: [HTTPURL] = ["https://u:p@example.com:8443/a/b?c#d", "http://example.com/", "http://[::1]:1/x/"]
    .compactMap { try? HTTPURL($0) }

extension Check {
    /// A Location leads only where the policy allows: never from https to http, never to another scheme, always to a URL.
    static func locations(_ input: Input) {
        let base = bases[input.choice % bases.count]
        var policy = RedirectPolicy()
        policy.refusesUserInformation = input.choice & 64 != 0
        let hop = RedirectPolicy.Hop(url: base, method: .post, hasBody: true)
        let locations = input.choice & 32 == 0 ? [input.bytes] : input.lines.map(Array.init)
        let step: RedirectPolicy.Step?
        do throws(RedirectError) {
            step = try policy.next(after: hop, status: 300 + input.choice % 9, locations: locations)
        } catch {
            require(isPrintable(error.description.utf8), "the refusal prints a control character")
            return
        }
        guard let step else { return }
        require((try? HTTPURL(step.url.href)) == step.url, "its text reads as another URL")
        require(step.url.isSecure || !base.isSecure, "leads from https to http")
        require(["http", "https"].contains(step.url.scheme), "leads to \(step.url.scheme)")
        require(!policy.refusesUserInformation || !step.url.hasCredentials, "leads to a user name")
        let change = OriginChange(from: base, to: step.url)
        require(change.leavesOrigin == !base.hasSameOrigin(as: step.url), "origins disagree")
    }

    /// A proxy's text names a host and a port or is refused; no list of exceptions traps.
    static func proxies(_ input: Input) {
        let parts = input.parts(2)
        let text = String(decoding: parts[0], as: UTF8.self)
        if let proxy = try? ProxyServer(parsing: text) {
            require(!proxy.host.isEmpty || proxy.unixSocketPath != nil, "a proxy without a host")
        }
        let exceptions = ProxyExceptions(parsing: String(decoding: parts[1], as: UTF8.self))
        for host in ["example.com", "192.0.2.1", "2001:db8::1", text] { _ = exceptions.contains(host: host, port: 80) }
        require(ProxyExceptions(parsing: "*").contains(host: text, port: 1), "* excepts not every host")
    }
}
