// Links: HTTPTypes SockeyeBytes SockeyeURL SockeyeFields SockeyeHTTP1 CSystemShims CHostNames SockeyeIO SockeyeDigest SockeyeTLS SockeyeTransport SockeyeWebSocket SockeyeCache CDiskCache SockeyeEncodings CEncodings SockeyeRecording SockeyeClient

let targets: [Target] = [
    ("recordings", Check.recordings),
    ("masks", Check.masks),
]
