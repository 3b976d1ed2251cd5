internal import SockeyeIO
internal import SockeyeInspect

// Options of the proxy that shows what goes through it.
extension OptionTable {
    static let inspectRows: [Option] = [
        Option(
            "inspect", nil, [.sockeye], "Run a proxy that shows the requests of any program",
            """
            Run an HTTP proxy on 127.0.0.1, or on a numeric address as in 192.0.2.1:8888 or [::]:8888, until Ctrl-C, which is a \
            success, or for -m SECONDS. An address that other machines reach needs --inspect-user. Port 0 takes a free one. The \
            first line on standard output is its URL: set http_proxy to it for a program, and open it in a browser for a \
            live page, that of --explain-page. Each exchange is a line on standard error (with its heads after -v; none after -s). Requests and \
            responses are forwarded as they are, but for what RFC 9110 asks of a proxy, which is told. CONNECT, as for https \
            URLs, is carried unread without --inspect-tls. --cacert and --capath say what servers of https URLs must show. What isn't HTTP is shown too, with the clause it breaks. \
            --har and --explain-page write what went through at the end. --limit-rate slows each exchange down in both directions; \
            --connect-timeout limits connecting. The last 500 exchanges are kept (10,000 with --har or --explain-page), and at most 64 MiB; \
            those under way always. When nobody reads the lines, they are dropped and counted, and the proxy goes on.
            """,
            .value("[address:]port") { settings, value throws(OptionFault) in
                let text = try value.text()
                if let colon = text.lastIndex(of: ":") {
                    var host = text[..<colon]
                    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
                    if isBracketed { host = host.dropFirst().dropLast() }
                    guard isBracketed == host.contains(":"), SocketAddress(numericHost: String(host), port: 0) != nil
                    else { throw .invalid("an address is numeric, as in 192.0.2.1:8888 or [::]:8888") }
                    settings.server.inspection.address = String(host)
                    settings.server.port = try port(text[text.index(after: colon)...])
                } else {
                    settings.server.inspection.address = InspectSettings().address
                    settings.server.port = try port(text)
                }
                settings.action = .inspect
            }),
        Option(
            "inspect-filter", nil, [.sockeye], accumulates: true, "Show only these exchanges of --inspect",
            """
            Show only the exchanges of --inspect that match: host=, method=, status= or path= (with its query) and a pattern, \
            in which * stands for any text and ? for a character. Parts with commas in between must all match; of several \
            options one is enough. Everything is forwarded all the same.
            """,
            .value("key=pattern") { settings, value throws(OptionFault) in
                let text = try value.text()
                do throws(InspectFilter.Mistake) {
                    settings.server.inspection.filters.append(try InspectFilter(parsing: text))
                } catch {
                    throw .invalid(error.text)
                }
            }),
        Option(
            "inspect-replace", nil, [.sockeye], accumulates: true, "Answer URLs of --inspect from a file",
            """
            Let --inspect answer requests whose URL matches the pattern (* and ? as above) with the contents of the file, \
            read anew each time, instead of asking the server. The name of the file begins after the last =, and its ending \
            decides the media type. The first that matches answers.
            """,
            .value("pattern=file") { settings, value throws(OptionFault) in
                let text = try value.text()
                guard let sign = text.lastIndex(of: "="), sign != text.startIndex,
                    text.index(after: sign) != text.endIndex
                else { throw .invalid("expected PATTERN=FILE") }
                settings.server.inspection.rules.append(
                    InspectRule(
                        answering: Glob(String(text[..<sign])), from: String(text[text.index(after: sign)...])))
            }),
        Option(
            "inspect-set", nil, [.sockeye], accumulates: true, "Change what goes through --inspect",
            """
            A rule is HOST/PATH, a colon, a space and a change of requests to it or of their answers. * stands for any text \
            and ? for a character; without /PATH it is about the whole host. request FIELD=VALUE sets a field of the request, \
            and without a value removes it; response FIELD=VALUE does so in the answer. status=NUMBER changes the status of \
            the answer, which loses its body with 204 and 304. body=@FILE answers from the file, as --inspect-replace does. \
            latency=TIME, such as 300ms or 2s, holds the request back. hold=request, response or both lets it wait until \
            somebody edits it on the page, and lets it go or drops it; after 10 minutes the program gets 504. hold=none makes an \
            exception. Of several rules for the same thing, the first that \
            matches holds; the record says which did. Fields that frame or route a message, such as Content-Length and Host, \
            are the proxy's own and refused.
            """,
            .value("rule") { settings, value throws(OptionFault) in
                let text = try value.text()
                do throws(InspectRule.Mistake) {
                    settings.server.inspection.rules.append(try InspectRule(parsing: text))
                } catch {
                    throw .invalid(error.text)
                }
            }),
        Option(
            "inspect-latency", nil, [.sockeye], "Hold back each request of --inspect",
            """
            Wait so long before each request of --inspect is forwarded, as if the server were far away, unless a rule of \
            --inspect-set has another latency for it.
            """, .seconds("fractional seconds") { $0.server.inspection.latency = $1 }),
        Option(
            "inspect-tls", nil, [.sockeye], "Let --inspect read https",
            """
            Let --inspect read https: it answers CONNECT, takes TLS in the server's place with a certificate for that host, and \
            speaks to the server over TLS of its own, with every check; what fails there is an answer 502 that says why. Only \
            HTTP/1.1 is offered (ALPN), and a CONNECT for another protocol fails. The certificates are signed by an authority \
            that is made the first time and kept, for this user alone, in $XDG_STATE_HOME/sockeye, or \
            ~/.local/state/sockeye: inspect-ca.pem, and inspect-ca.key with its key. It is installed nowhere. What lets one \
            program trust it is printed at the start; removing both files deletes it.
            """, .flag { $0.server.inspection.readsTLS = $1 }),
        Option(
            "inspect-user", nil, [.sockeye], "The user and password that --inspect asks for",
            """
            Let --inspect answer only programs that send this user name and password (Proxy-Authorization, Basic), and show its \
            page only to who knows them; others get 407, or 401 for the page, and leave no trace in the record. User and \
            password are wiped from the process list; a file of options (-K) keeps them out of it from the start. They go \
            over the network unencrypted.
            """,
            .value("user:password") { settings, value throws(OptionFault) in
                guard let login = InspectLogin(value.bytes) else {
                    throw .invalid("expected a user, a colon and a password")
                }
                settings.server.inspection.login = login
            }),
    ]
}
