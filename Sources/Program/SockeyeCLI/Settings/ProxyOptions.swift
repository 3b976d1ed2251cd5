internal import Sockeye
internal import SockeyeClient
internal import SockeyeFields

/// The proxy options.
struct ProxyOptions: Sendable {
    /// `-x`, `--socks5` and related options, as given; empty means no proxy, `nil` uses the environment.
    var server: (text: String, kind: ProxyServer.Kind)?
    /// `--preproxy`.
    var before: String?
    /// `--noproxy`.
    var exceptions: String?
    /// `-U`.
    var user: (name: OctetText, password: OctetText?)?
    /// `-p`.
    var tunnelsAlways = false
    /// `--proxy-basic`, `--proxy-digest`, `--proxy-negotiate`, `--proxy-anyauth`.
    var schemes = AuthenticationOptions.Schemes.basic
    /// `--proxy-service-name`.
    var serviceName = AuthenticationOptions().serviceName
    /// `--proxy-header`, in order.
    var headers: [HeaderEdit] = []
    /// `--proxy1.0`.
    var connectsWithHTTP10 = false
    /// `--suppress-connect-headers`.
    var hidesConnectHeads = false
    /// `--proxy-cacert`, `--proxy-cert`, `--proxy-insecure` and other options of the handshake with an HTTPS proxy.
    var trust: TrustSettings {
        get { givenTrust ?? TrustSettings() }
        set { givenTrust = newValue }
    }
    /// `nil` for the default: the settings are copied for each transfer, and these have many parts.
    private var givenTrust: TrustSettings?

    /// The library's settings, with the environment as the default.
    ///
    /// - Parameter own: the fields of `-H`, which can replace or remove `Proxy-Connection`.
    func settings(
        userAgent: OctetText?, headers own: [HeaderEdit], environment: (String) -> String?
    ) throws(ProxyError) -> ProxySettings {
        var settings: ProxySettings
        if let server {
            settings = ProxySettings()
            if !server.text.isEmpty {
                let server = try ProxyServer(parsing: server.text, defaultKind: server.kind)
                (settings.http, settings.https) = (server, server)
            }
            settings.exceptions = ProxyExceptions(parsing: environment("no_proxy") ?? environment("NO_PROXY") ?? "")
        } else {
            settings = try ProxySettings(environment: environment)
        }
        if let exceptions { settings.exceptions = ProxyExceptions(parsing: exceptions) }
        if let before { settings.before = try ProxyServer(parsing: before, defaultKind: .socks4) }
        if let user {
            // As in curl, a credential in the proxy's URL overrides -U.
            let credential = Credential.password(octets: user.name.bytes, user.password?.bytes ?? [])
            if settings.http?.credential == nil { settings.http?.credential = credential }
            if settings.https?.credential == nil { settings.https?.credential = credential }
        }
        settings.tunnelsAlways = tunnelsAlways
        if connectsWithHTTP10 { settings.connectVersion = .http10 }
        settings.authentication = AuthenticationOptions(schemes: schemes, sendsBasicAtOnce: schemes == [.basic])
        settings.authentication.serviceName = serviceName
        let agent = userAgent ?? OctetText(HTTPClient.userAgent)
        if !agent.isEmpty { settings.fields[octets: .userAgent] = [agent.bytes] }
        // As in curl: old proxies close the connection without it.
        if !(headers + own).contains(where: { $0.name.lowercased() == "proxy-connection" }),
            let name = HTTPField.Name("Proxy-Connection")
        {
            settings.fields[name] = "Keep-Alive"
        }
        for edit in headers {
            if let name = HTTPField.Name(edit.name) { settings.fields[name] = nil }
        }
        for edit in headers {
            guard let value = edit.value else { continue }
            if let field = try? HTTPField(checkedName: edit.name, octets: value.bytes) { settings.fields.append(field) }
        }
        return settings
    }
}
