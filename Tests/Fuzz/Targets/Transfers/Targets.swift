// Links: HTTPTypes SockeyeBytes SockeyeURL SockeyeFields SockeyeHTTP1 CSystemShims CHostNames SockeyeIO SockeyeDigest SockeyeTLS SockeyeTransport SockeyeWebSocket SockeyeCache CDiskCache SockeyeEncodings CEncodings SockeyeRecording SockeyeClient CMediaTypes SockeyeTransfers CArchive SockeyeArchive CCredentials SockeyeCredentials

let targets: [Target] = [
    ("records", Check.records),
    ("journals", Check.journals),
    ("upload-records", Check.uploadRecords),
    ("tus", Check.tus),
    ("drafts", Check.drafts),
    ("multipart", Check.multipart),
    ("archive-names", Check.archiveNames),
    ("archives", Check.archives),
    ("netrc-texts", Check.netrcTexts),
]
