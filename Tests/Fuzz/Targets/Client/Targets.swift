// Links: HTTPTypes SockeyeBytes SockeyeURL SockeyeFields SockeyeHTTP1 CSystemShims CHostNames SockeyeIO SockeyeDigest SockeyeTLS SockeyeTransport SockeyeWebSocket SockeyeCache CDiskCache SockeyeEncodings CEncodings SockeyeRecording SockeyeClient

let targets: [Target] = [
    ("names", Check.names),
    ("netlink", Check.netlink),
    ("codings", Check.codings),
    ("socks", Check.socks),
    ("certificates", Check.certificates),
    ("locations", Check.locations),
    ("proxies", Check.proxies),
    ("challenges", Check.challenges),
    ("cookies", Check.cookies),
    ("cookie-dates", Check.cookieDates),
    ("jars", Check.jars),
    ("hsts", Check.hsts),
    ("hsts-files", Check.hstsFiles),
    ("netrc", Check.netrc),
    ("websocket", Check.webSocket),
]
