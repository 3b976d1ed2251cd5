internal import Sockeye
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeIO

extension Run {
    /// Who is asked for an operation's names in place of the system's resolver, if anybody.
    func nameService(for operation: TransferSettings, on loop: EventLoop) -> NameService? {
        let names = operation.names
        if let url = names.url { return nameService(url, for: operation, on: loop) }
        return names.servers.isEmpty ? nil : NameServers(names.servers, on: loop).service
    }

    /// A server of names over HTTPS (RFC 8484). Its own name is the system's to resolve, and it never sees what is only for the
    /// operation's servers: a client's certificate, a jar, a password.
    private func nameService(_ url: HTTPURL, for operation: TransferSettings, on loop: EventLoop) -> NameService {
        var configuration = HTTPClient.Configuration()
        configuration.eventLoop = loop
        configuration.redirects = .never
        configuration.bufferedBodyLimit = Int(UInt16.max)
        configuration.hostOverrides = operation.resolveOverrides
        configuration.addressFamily = operation.addressFamily
        if let time = operation.connectTimeout { configuration.timeouts.opening = time }
        // As in curl, not that of -x, whose name may be asked for here.
        configuration.proxies = (try? ProxySettings(environment: machine.text(ofVariable:))) ?? .none
        var trust = operation.trust
        (trust.certificateFile, trust.tls.pinning) = (nil, .none)
        trust.tls.verifiesPeer = operation.names.verifiesPeer
        trust.tls.requiresStapledStatus = operation.names.requiresStapledStatus
        configuration.tls = trust.configuration(defaultRoots: rootsOfEnvironment)
        let client = HTTPClient(configuration: configuration)
        let name = url.withoutCredentials.href
        return NameService(name, usesIDs: false) { question, deadline in
            func failed(_ reason: String) -> Result<[UInt8], IOError> {
                .failure(.unknownHost("", reason: "\(name): \(reason)", isTemporary: true))
            }
            do throws(HTTPClientError) {
                var request = try Request.post(url, body: .bytes(question))
                (request.fields[.contentType], request.fields[.accept]) = (Self.messageType, Self.messageType)
                if deadline != .never { request.timeout = deadline.duration(since: .now) }
                let reply = try await client.send(request)
                let type = reply.fields[.contentType].flatMap { MediaType(parsing: $0) }
                guard reply.status.code == 200, type?.essence == Self.messageType else {
                    return failed(
                        "not a DNS answer: status \(reply.status.code), Content-Type \(type?.essence ?? "missing")")
                }
                return .success(reply.body)
            } catch {
                if Deadline.now >= deadline { return .failure(.timedOut) }
                if case .tls = error.cause {
                    let advice = "--cacert FILE, --accept-cert or --doh-insecure trusts its certificate"
                    return .failure(.unknownHost("", reason: "\(name): \(error); \(advice)", isTemporary: false))
                }
                return failed("\(error)")
            }
        }
    }

    private static let messageType = "application/dns-message"
}
