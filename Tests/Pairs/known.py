"""What a pair does on purpose: (an option or a pair, words of the finding): why."""

ONE_CREDENTIAL = "one credential is sent: a signature before a token, a token before a login, a login before that of a file"
RANGE = "as in curl, a request with a body has no Range"
KNOWN = {
    ("bearer + netrc", "netrc has no effect"): ONE_CREDENTIAL,
    ("bearer + negotiate", "negotiate has no effect"): ONE_CREDENTIAL,
    ("bearer + sigv4", "bearer has no effect"): ONE_CREDENTIAL,
    ("negotiate + sigv4", "negotiate has no effect"): ONE_CREDENTIAL,
    ("netrc + negotiate", "netrc has no effect"): ONE_CREDENTIAL,
    ("netrc + sigv4", "netrc has no effect"): ONE_CREDENTIAL,
    ("user + bearer", "user has no effect"): ONE_CREDENTIAL,
    ("user + negotiate", "user has no effect"): ONE_CREDENTIAL,
    ("user + sigv4", "user has no effect"): ONE_CREDENTIAL,
    ("data + json", "has no effect"): "they are one body, one after the other",
    ("data + range", "range has no effect"): RANGE,
    ("form + range", "range has no effect"): RANGE,
    ("json + range", "range has no effect"): RANGE,
    ("upload + range", "range has no effect"): RANGE,
    ("method + head only", "head only has no effect"): "-X names the method, and -I how its answer is read",
    ("method + head only", "a cut"): "-X names the method, and -I how its answer is read: without a body",
    ("head only + cache", "head only has no effect"): "the second HEAD is answered by the cache",
    ("condition", "cut"): "a document that isn't new enough is left unread, as in curl",
}
