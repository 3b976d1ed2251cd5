import HTTPTypes
import SockeyeHTTP1
import SockeyeIO
import SockeyeURL
import Testing

@testable import SockeyeClient

/// The way to a URL, by all settings that have a say in it.
struct RouteTests {
    private static let proxy = ProxyServer(kind: .http, host: "proxy.test", port: 3128)
    private static let socks = ProxyServer(kind: .socks5h, host: "socks.test", port: 1080)

    private func route(_ url: String, _ change: (inout HTTPClient.Configuration) -> Void) throws -> ProxyRoute? {
        var configuration = HTTPClient.Configuration()
        change(&configuration)
        return configuration.route(to: try HTTPURL(url), needsTunnel: false)
    }

    @Test("A Unix domain socket is the other end: no proxy gets its password there")
    func unixSocket() throws {
        for url in ["http://a.test/", "https://a.test/"] {
            let route = try route(url) {
                $0.proxies = ProxySettings(http: Self.proxy, https: Self.proxy, before: Self.socks)
                $0.unixSocketPath = "/run/x.sock"
            }
            #expect(route == nil)
        }
    }

    @Test("A proxy in front of none is the proxy", arguments: ["http://a.test/", "https://a.test/"])
    func before(_ url: String) throws {
        let alone = try route(url) { $0.proxies = ProxySettings(before: Self.socks) }
        #expect(alone == ProxyRoute(server: Self.socks, before: nil, isTunnel: true))
        let both = try route(url) {
            $0.proxies = ProxySettings(http: Self.proxy, https: Self.proxy, before: Self.socks)
        }
        #expect(both?.server == Self.proxy && both?.before == Self.socks)
        let bypassed = try route(url) {
            $0.proxies = ProxySettings(exceptions: ProxyExceptions(parsing: "a.test"), before: Self.socks)
        }
        #expect(bypassed == nil)
    }

    @Test("A connection that goes elsewhere goes through a tunnel: the proxy would connect to the host in the URL")
    func moved() throws {
        let change = { (configuration: inout HTTPClient.Configuration) in
            configuration.proxies = ProxySettings(http: Self.proxy)
            configuration.connectOverrides = [ConnectOverride(host: "a.test", port: 80, newHost: "b.test")]
        }
        #expect(try route("http://a.test/", change)?.isTunnel == true)
        #expect(try route("http://a.test:81/", change)?.isTunnel == false)
        #expect(try route("http://c.test/", change)?.isTunnel == false)
    }

    @Test(
        "An override for every host is for those without one of their own",
        arguments: [
            (["a", "*"], "a"), (["*", "a"], "a"), (["b", "*"], "*"), (["*"], "*"), (["a", "*", "a2"], "a2"),
            (["*", "*2"], "*2"), (["b"], nil), ([], nil),
        ] as [([String], String?)])
    func overrides(_ names: [String], _ expected: String?) {
        let numbers = ["a": 1, "a2": 2, "b": 3, "*": 4, "*2": 5]
        var configuration = HTTPClient.Configuration()
        configuration.hostOverrides = names.map {
            HostOverride(host: String($0.prefix(1)), port: 80, addresses: ["192.0.2.\(numbers[$0] ?? 0)"])
        }
        configuration.hostOverrides.append(HostOverride(host: "a", port: 81, addresses: ["192.0.2.9"]))
        let address = configuration.addresses(for: "a", port: 80)?.first?.host
        #expect(address == expected.map { "192.0.2.\(numbers[$0] ?? 0)" })
    }

    @Test("The path goes to a proxy as it is spelled")
    func spelledPath() throws {
        let url = try HTTPURL("http://user:secret@a.test:81/b")
        for (path, target) in [("/b", "http://a.test:81/b"), ("/a/../b", "http://a.test:81/a/../b")] {
            var head = RequestHead(method: .get, target: .origin(path), fields: [:])
            head.address(url, atProxyWith: ProxySettings(http: Self.proxy))
            #expect("\(head.target)" == target)
        }
    }

    @Test("A request without User-Agent stays without, and other fields of the proxy are added")
    func fields() throws {
        var settings = ProxySettings(http: Self.proxy)
        settings.fields = [.userAgent: "agent", .cookie: "a=b"]
        var head = RequestHead(method: .get, target: .origin("/"), fields: [:])
        head.address(try HTTPURL("http://a.test/"), atProxyWith: settings)
        #expect(head.fields == [.cookie: "a=b"])
    }

    @Test("Each of the proxy's fields of a name goes along, but none whose name the request has")
    func repeatedFields() throws {
        var settings = ProxySettings(http: Self.proxy)
        settings.fields.append(HTTPField(name: .via, value: "1.1 a"))
        settings.fields.append(HTTPField(name: .via, value: "1.1 b"))
        settings.fields.append(HTTPField(name: .accept, value: "text/html"))
        var head = RequestHead(method: .get, target: .origin("/"), fields: [.accept: "*/*"])
        head.address(try HTTPURL("http://a.test/"), atProxyWith: settings)
        #expect(head.fields.map { "\($0.name): \($0.value)" } == ["Accept: */*", "Via: 1.1 a", "Via: 1.1 b"])
    }
}
