// Links: HTTPTypes SockeyeURL SockeyeFields SockeyeHTTP1 CSystemShims CHostNames SockeyeIO SockeyeDigest SockeyeTLS SockeyeStream SockeyeWebSocket SockeyeCache CDiskCache SockeyeEncodings CEncodings SockeyeRecording SockeyeClient

let targets: [Target] = [
    ("recordings", Check.recordings),
    ("masks", Check.masks),
]
