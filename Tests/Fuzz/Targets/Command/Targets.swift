// Links: HTTPTypes SockeyeBytes SockeyeURL SockeyeFields SockeyeHTTP1 CSystemShims CHostNames SockeyeIO SockeyeDigest SockeyeTLS SockeyeTransport SockeyeWebSocket SockeyeCache CDiskCache SockeyeEncodings CEncodings SockeyeRecording SockeyeClient CMediaTypes SockeyeTransfers CExpat SockeyeParsers SockeyeEvents SockeyeTesting SockeyeTranscript SockeyeDoctor SockeyeInspect CArchive SockeyeArchive CCredentials SockeyeCredentials SockeyeBackground Sockeye SockeyeCLI

let targets: [Target] = [
    ("config", Check.config),
    ("options", Check.options),
    ("forms", Check.forms),
    ("variables", Check.variables),
    ("headers", Check.headers),
    ("globs", Check.globs),
    ("date-options", Check.dateOptions),
    ("write-out", Check.writeOut),
    ("metalink", Check.metalink),
    ("input-lists", Check.inputLists),
    ("sums", Check.sums),
    ("terminal", Check.terminal),
]
