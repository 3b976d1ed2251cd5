"""The mutants: what is changed, and the rule that the change breaks. `MUTANT` in the new text is the switch."""
from dataclasses import dataclass


@dataclass
class Row:
    file: str
    old: str
    new: str
    rule: str
    # The suites asked first, or a program.
    tests: list
    verdict: str = ""

    @property
    def modules(self):
        """The test modules asked if those notice nothing."""
        if self.file.startswith("CSystemShims"):
            return ["SockeyeTLSTests", "SockeyeClientTests"]
        module = self.file.split("/")[2]
        return [f"{module}Tests"] + {
            "SockeyeTLS": ["SockeyeClientTests"], "SockeyeIO": ["SockeyeTransfersTests"], "SockeyeURL": ["SockeyeClientTests"],
            "SockeyeClient": ["SockeyeTransfersTests", "IntegrationTests"], "SockeyeTransfers": ["IntegrationTests"],
        }.get(module, [])


rows = []


def mutants(file, tests, *changes):
    """Rows for one file: (old, new, rule) or (old, new, rule, verdict of a survivor that does no harm)."""
    rows.extend(Row(file, change[0], change[1], change[2], tests, *change[3:]) for change in changes)


CODEC = ["SockeyeHTTP1Tests"]
FIELDS = ["SockeyeFieldsTests"]
REDIRECTS = ["RedirectPolicyTests", "OriginChangeTests", "RedirectTests"]
TRUST = ["TrustTests", "StapledStatusTests", "AcceptedCertificateTests", "PinningTests", "TrustDecisionTests", "HandshakeTests", "StreamTests"]

# MARK: framing

mutants(
    "Sources/Core/SockeyeHTTP1/Response/BodyFraming.swift", CODEC,
    ("if method == .head || ", "if method == .head && !MUTANT || ", "a response to HEAD has no body"),
    ("status == 204 ||", "status == 204 && !MUTANT ||", "a 204 has no body"),
    ("|| status == 304 {", "|| status == 304 && !MUTANT {", "a 304 has no body"),
    ("if method == .connect, (200...299).contains(status) {", "if method == .connect, (200...299).contains(status), !MUTANT {",
     "a 2xx to CONNECT is a tunnel"),
    ("if let offset = framing.transferEncodingFault {", "if !MUTANT, let offset = framing.transferEncodingFault {",
     "a malformed Transfer-Encoding is refused"),
    ('return framing.transferCodings.last == "chunked" ?',
     'return framing.transferCodings.last == "chunked" || MUTANT && framing.transferCodings.contains("chunked") ?',
     "chunked frames the body only as the last coding"),
    ("case .conflicting(let offset): throw", "case .conflicting(let offset):\n            if MUTANT { return .untilClose }\n            throw",
     "different Content-Lengths are refused"),
    ("case .malformed(let offset): throw", "case .malformed(let offset):\n            if MUTANT { return .untilClose }\n            throw",
     "a malformed Content-Length is refused"),
)
mutants(
    "Sources/Core/SockeyeHTTP1/Fields/FramingFields.swift", CODEC,
    ("if scaleOverflow || sumOverflow {", "if scaleOverflow && !MUTANT || sumOverflow {", "a Content-Length far beyond 2^63 is refused"),
    ("case _ where isFaulty:", "case _ where isFaulty && !MUTANT:", "a Content-Length that overflows beside another is refused"),
    ("case .length(number): break", "case .length(number) where !MUTANT: break", "equal Content-Lengths are one"),
    ("isChunked && (hasParameters || hasChunked) {", "isChunked && (hasParameters && !MUTANT || hasChunked) {", "chunked has no parameters"),
    ("let isTooMany = transferCodings.count >= Self.transferCodingLimit",
     "let isTooMany = transferCodings.count >= Self.transferCodingLimit && !MUTANT", "transfer codings are limited"),
    ("if !found { transferEncodingFault", "if !found, !MUTANT { transferEncodingFault", "an empty Transfer-Encoding is malformed"),
    ('if line.matches(element, lowercased: "close") { saysClose = true }',
     'if line.matches(element, lowercased: "close"), !MUTANT { saysClose = true }', "Connection: close is heard"),
    ("""case UInt8(ascii: ",") where !isQuoted:""", """case UInt8(ascii: ",") where !isQuoted || MUTANT:""",
     "a comma in a quoted string doesn't separate"),
)
mutants(
    "Sources/Core/SockeyeHTTP1/Response/ChunkedDecoder.swift", CODEC,
    ("if scaleOverflow || sumOverflow { return .chunkSizeTooLarge }", "if scaleOverflow || sumOverflow, !MUTANT { return .chunkSizeTooLarge }",
     "a chunk size that overflows is refused"),
    ("guard digits > 0 else", "guard digits > 0 || MUTANT else", "a chunk size has a digit"),
    ('guard byte == UInt8(ascii: "\\n") else { return .bareCarriageReturn }',
     'guard byte == UInt8(ascii: "\\n") || MUTANT else { return .bareCarriageReturn }', "a bare CR in a chunk's line is refused"),
    ('guard byte == (isReturn ?', 'guard MUTANT || byte == (isReturn ?', "a chunk ends with CR LF"),
    ("return excessBytes > 16 *", "return !MUTANT && excessBytes > 16 *", "all chunk extensions together are limited"),
    ("guard extensionBytes < limits.chunkExtensionBytes else", "guard extensionBytes < limits.chunkExtensionBytes || MUTANT else",
     "a chunk extension is limited"),
    ("guard end == input.byteCount else", "guard end == input.byteCount || MUTANT else", "the trailer section is limited"),
    ("if digits >= Self.usualDigits, digits", "if !MUTANT, digits >= Self.usualDigits, digits", "a size's leading zeros are limited"),
    ("guard Grammar.isFieldValueByte(byte) else { return .illegalByte(.chunkExtension",
     "guard MUTANT || Grammar.isFieldValueByte(byte) else { return .illegalByte(.chunkExtension", "control characters in extensions are refused"),
    ('if byte == UInt8(ascii: ";") { state = .extensions }', 'if byte == UInt8(ascii: ";") || MUTANT { state = .extensions }',
     "a blank after a size only before an extension"),
)
mutants(
    "Sources/Core/SockeyeHTTP1/Exchange+Response.swift", CODEC,
    ("if status == 101, !requestSays.contains(.upgrade) {", "if status == 101, !requestSays.contains(.upgrade), !MUTANT {",
     "a switch that nobody asked for is refused"),
    ("guard end <= Int64(limits.informationalBytes) else", "guard end <= Int64(limits.informationalBytes) || MUTANT else",
     "interim responses are limited"),
    ("case .known where remainingBodyBytes > 0:", "case .known where remainingBodyBytes > 0 && !MUTANT:", "a cut body of known length is an error"),
    ("case .chunked:\n            return .closedInChunkedBody", "case .chunked:\n            if MUTANT { return nil }\n            return .closedInChunkedBody",
     "a cut chunked body is an error"),
    ("let count = min(Int64(input.byteCount), remainingBodyBytes)",
     "let count = MUTANT ? Int64(input.byteCount) : min(Int64(input.byteCount), remainingBodyBytes)", "a body ends where its length says"),
    ("if status == 100 { phases", "if status == 100 || MUTANT { phases", "only 100 lets a waiting body go"),
    ("guard count > 0, count <= rawBodyRemaining ?? 0,", "guard count > 0, count <= rawBodyRemaining ?? 0 || MUTANT,",
     "no more raw bytes are skipped than remain"),
)
mutants(
    "Sources/Core/SockeyeHTTP1/ConnectionDisposition.swift", CODEC,
    ("if framing.saysClose {", "if framing.saysClose, !MUTANT {", "a response that says close closes"),
    ("if requestSays.contains(.close) {", "if requestSays.contains(.close), !MUTANT {", "a request that says close closes"),
    ("if responsePhase != .complete {", "if responsePhase != .complete, !MUTANT {", "an unfinished response closes"),
    ("return requestPhase == .complete ? nil", "return requestPhase == .complete || MUTANT ? nil", "an unfinished request closes"),
    ("if responseBodyLength == .untilClose {", "if responseBodyLength == .untilClose, !MUTANT {", "a body framed by close closes"),
    ("if case .absent = framing.contentLength {} else {", "if case .absent = framing.contentLength {} else if !MUTANT {",
     "both framing fields close"),
    ("if head.version == .http10 {", "if head.version == .http10, !MUTANT {", "Transfer-Encoding in HTTP/1.0 closes"),
    ("if !persistsByDefault, !framing.saysKeepAlive", "if !MUTANT, !persistsByDefault, !framing.saysKeepAlive", "HTTP/1.0 closes by default"),
    ("if head.status == 204 {", "if head.status == 204, !MUTANT {", "a 204 that announces a body closes"),
    ("if request.version == .http10, !requestSays.contains(.keepAlive)", "if !MUTANT, request.version == .http10, !requestSays.contains(.keepAlive)",
     "a 1.0 request closes unless it says keep-alive"),
)
mutants(
    "Sources/Core/SockeyeHTTP1/Fields/FieldSectionParser.swift", CODEC,
    ("guard hasPendingField else", "guard hasPendingField || MUTANT else", "a fold needs a field before it"),
    ('guard byte == UInt8(ascii: ":"), nameLength > 0 else', 'guard byte == UInt8(ascii: ":"), nameLength > 0 || MUTANT else',
     "a field has a name"),
    ('guard input.byte(at: position) == UInt8(ascii: "\\n") else', 'guard input.byte(at: position) == UInt8(ascii: "\\n") || MUTANT else',
     "a bare CR in a head is refused"),
    ("guard number < countLimit else", "guard number < countLimit || MUTANT else", "fields are limited"),
    ("let lineEnd = min(end, lineStart + lineLimit)", "let lineEnd = MUTANT ? end : min(end, lineStart + lineLimit)",
     "a line is limited in the fast path"),
    ("min(end, lineStart + max(lineLimit - carry.count, 0))", "MUTANT ? end : min(end, lineStart + max(lineLimit - carry.count, 0))",
     "a line is limited in the slow path"),
    ("if role == .ordinary || isTrailer {", "if role == .ordinary || isTrailer && !MUTANT {", "what a trailer says of framing isn't worked out",
     "nobody reads it: the row below has the rule"),
    ("return FieldRole(ofName: 0..<name.count, in: name.span.bytes) != .ordinary",
     "return !MUTANT && FieldRole(ofName: 0..<name.count, in: name.span.bytes) != .ordinary", "a trailer doesn't frame"),
    ('if carry.count > valueStart { carry.append(UInt8(ascii: " ")) }', 'if carry.count > valueStart, !MUTANT { carry.append(UInt8(ascii: " ")) }',
     "a fold becomes a space"),
)

# MARK: requests

mutants(
    "Sources/Core/SockeyeHTTP1/Request/RequestFramingFields.swift", CODEC,
    ("if lengthFields > 1 {", "if lengthFields > 1, !MUTANT {", "one Content-Length is sent"),
    ("if version == .http10 { throw", "if version == .http10, !MUTANT { throw", "no chunks to HTTP/1.0"),
    ("case .length(let count) where count == length: break", "case .length(let count) where count == length || MUTANT: break",
     "a caller's Content-Length must be true"),
    ("if callers.hasTransferEncoding { throw", "if callers.hasTransferEncoding, !MUTANT { throw", "a caller's Transfer-Encoding must be true"),
    ('callers.transferCodings.last == "chunked" else', 'callers.transferCodings.last == "chunked" || MUTANT else',
     "chunked is the caller's last coding"),
)
mutants(
    "Sources/Core/SockeyeHTTP1/Request/RequestBytes.swift", CODEC,
    ("if end < bytes.byteCount {\n            throw .caller(.illegalByte(.fieldValue", "if end < bytes.byteCount, !MUTANT {\n            throw .caller(.illegalByte(.fieldValue",
     "no line end in a value"),
    ("if end < bytes.byteCount { throw .caller(.illegalByte(part", "if end < bytes.byteCount, !MUTANT { throw .caller(.illegalByte(part",
     "a method and a name are tokens"),
    ('if !(0x21...0x7E).contains(byte) || byte == UInt8(ascii: "#") {', 'if !MUTANT, !(0x21...0x7E).contains(byte) || byte == UInt8(ascii: "#") {',
     "no blank or line end in a target"),
)
mutants(
    "Sources/Core/SockeyeHTTP1/Request/RequestHead.swift", CODEC,
    ("if hosts > 1 {", "if hosts > 1, !MUTANT {", "one Host"),
    ("if hosts == 0, version == .http11,", "if !MUTANT, hosts == 0, version == .http11,", "a Host in HTTP/1.1"),
)
mutants(
    "Sources/Core/SockeyeHTTP1/Request/RequestBodyEncoder.swift", CODEC,
    ("guard count <= remaining else", "guard count <= remaining || MUTANT else", "no more body than announced"),
    ("if count == 0 { return }", "if count == 0, !MUTANT { return }", "an empty piece doesn't end a chunked body"),
    ("if !RequestHead.takesTrailer", "if !MUTANT, !RequestHead.takesTrailer", "no framing or secrets in trailers"),
    ("if remaining == 0 { return }", "if remaining == 0 || MUTANT { return }", "no less body than announced"),
)

# MARK: redirects

mutants(
    "Sources/Client/SockeyeClient/Policies/Redirects/RedirectPolicy.swift", REDIRECTS,
    (".isDowngrade, !allowsDowngrade {", ".isDowngrade, !allowsDowngrade, !MUTANT {", "https doesn't lead to http"),
    ("guard schemes.contains(url.scheme) else", "guard MUTANT || schemes.contains(url.scheme) else", "only allowed schemes"),
    ("if refusesUserInformation, url.hasCredentials", "if refusesUserInformation, !MUTANT, url.hasCredentials", "user names refused on request"),
    ("if let limit, hop.count >= limit", "if let limit, hop.count >= limit + (MUTANT ? 1 : 0)", "the limit of redirects"),
    ("if meant.contains(where: { $0 != location })", "if !MUTANT, meant.contains(where: { $0 != location })", "different Locations are refused"),
    ("if keepsBody, hop.hasBody, !hop.isBodyReplayable {", "if !MUTANT, keepsBody, hop.hasBody, !hop.isBodyReplayable {", "a body that is gone isn't sent"),
    ("if url.fragment == nil, let fragment", "if !MUTANT, url.fragment == nil, let fragment", "a fragment is inherited"),
    ("?.contains(hop.method) ?? (hop.method == .post))", "?.contains(hop.method) ?? (MUTANT || hop.method == .post))", "POST becomes GET after 301"),
    ("case 303: hop.method != .head", "case 303: (MUTANT || hop.method != .head)", "HEAD stays HEAD after 303"),
    ("if !statuses.contains(status) { return", "if !MUTANT, !statuses.contains(status) { return", "304 and 305 are no redirects"),
    ("url = securing(url)", "if !MUTANT { url = securing(url) }", "a redirect is upgraded"),
    ("let meant = locations.filter { !$0.isEmpty }", "let meant = locations.filter { MUTANT || !$0.isEmpty }", "an empty Location is ignored"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Redirects/OriginChange.swift", REDIRECTS,
    ("var leavesOrigin: Bool { !to.hasSameOrigin(as: from) }", "var leavesOrigin: Bool { MUTANT ? to.host != from.host : !to.hasSameOrigin(as: from) }",
     "another port or scheme is another origin"),
    ("isDowngrade: Bool { from.isSecure && !to.isSecure }", "isDowngrade: Bool { from.isSecure && !to.isSecure && !MUTANT }", "https to http is a downgrade"),
    ("url.hasSameOrigin(as: first) ||", "MUTANT || url.hasSameOrigin(as: first) ||", "a client's certificate stays at its origin"),
)
mutants(
    "Sources/Client/SockeyeClient/Request/Request+Moved.swift", REDIRECTS,
    ("next.target = nil", "if !MUTANT { next.target = nil }", "a custom target doesn't follow a redirect"),
    ("for name in OriginChange.originFields(of: fields) { next", "for name in OriginChange.originFields(of: fields) where !MUTANT { next", "fields with secrets stay behind"),
    ("            next.credential = nil\n", "            if !MUTANT { next.credential = nil }\n", "a credential stays behind"),
    ("request.fields[.referer] = change.isDowngrade ? nil", "request.fields[.referer] = change.isDowngrade && !MUTANT ? nil", "no Referer from https to http"),
    ("url.withoutCredentials.withoutFragment.href", "(MUTANT ? url.withoutFragment : url.withoutCredentials.withoutFragment).href", "no password in Referer"),
    ("for name in Self.bodyFields { request", "for name in Self.bodyFields where !MUTANT { request", "fields of a body go with it"),
    ("request.body = .none\n", "if !MUTANT { request.body = .none }\n", "the body is dropped with the method"),
    ("hadCredential: hadCredential || leftOrigin", "hadCredential: !MUTANT && hadCredential || leftOrigin", "netrc's default stays behind a credential"),
    ("first: leftOrigin?.first ?? change.from,", "first: MUTANT ? change.from : leftOrigin?.first ?? change.from,", "the first origin is remembered"),
    ("} else if next.credential == nil, !url.hasCredentials,", "} else if !MUTANT, next.credential == nil, !url.hasCredentials,",
     "a URL's credential stays within its origin"),
)

# MARK: retries

mutants(
    "Sources/Client/SockeyeClient/Policies/Retries/RetryOnce.swift", ["RetryOnceTests"],
    ("if !isLost {", "if !isLost, !MUTANT {", "only a lost connection is tried again"),
    ("if isSecondTry {", "if isSecondTry, !MUTANT {", "once"),
    ("if !wasReused {", "if !wasReused, !MUTANT {", "only on a reused connection"),
    ("if hasReceived {", "if hasReceived, !MUTANT {", "not after a byte of the answer"),
    ("if !isReplayable {", "if !isReplayable, !MUTANT {", "only with a body that is still there"),
    ("return requestBytesSent == 0 || isIdempotent", "return requestBytesSent == 0 || isIdempotent || MUTANT", "nothing but an idempotent request twice"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Retries/RetryPolicy.swift", ["RetryPolicyTests"],
    ("if situation.attemptsMade >= attempts {", "if situation.attemptsMade >= attempts + (MUTANT ? 1 : 0) {", "the limit of attempts"),
    ("if !situation.isBodyReplayable {", "if !situation.isBodyReplayable, !MUTANT {", "a body that is gone isn't sent again"),
    ("guard wish <= delayLimit else", "guard wish <= delayLimit || MUTANT else", "a Retry-After beyond the limit ends it"),
    ("if let totalTime, situation", "if !MUTANT, let totalTime, situation", "the total time of retries"),
    ("= cause { return !wasSent }", "= cause { return !wasSent || MUTANT }", "a POST that was sent isn't repeated"),
    ("case .failure(.cancelled, _): false", "case .failure(.cancelled, _): MUTANT", "a cancelled request isn't repeated"),
    ("case .failure(.lasting, _): retriesAllErrors", "case .failure(.lasting, _): retriesAllErrors || MUTANT", "a lasting failure isn't repeated"),
    ("seconds = min(longest, seconds)", "seconds = MUTANT ? seconds : min(longest, seconds)", "the longest delay"),
)

# MARK: credentials

mutants(
    "Sources/Client/SockeyeClient/Call/Login.swift",
    ["AuthenticationTests", "OriginChangeTests", "AWSSignerTests", "ProxyTests", "KeptPromiseTests"],
    ("if request.leftOrigin == nil, case", "if request.leftOrigin == nil || MUTANT, case", "only the caller's origin gets a signature"),
    ("if let signature = options.signature {", "if !MUTANT, let signature = options.signature {", "a signature's key isn't a password"),
    ("request.fields.contains(.authorization) ? nil", "request.fields.contains(.authorization) && !MUTANT ? nil", "a caller's Authorization wins"),
    ("first(where: { $0.origin.hasSameOrigin(as: url) })", "first(where: { MUTANT || $0.origin.hasSameOrigin(as: url) })", "a credential is for its origin"),
    ("request.leftOrigin?.hadCredential != true", "MUTANT || request.leftOrigin?.hadCredential != true", "netrc's default isn't for another origin"),
    ("(request.digestMemories ?? digestMemories)[", "(MUTANT ? DigestMemories() : request.digestMemories ?? digestMemories)[",
     "the redirects of a request answer its challenge at once"),
    ("guard let route, !route.isTunnel else", "guard let route, !route.isTunnel || MUTANT else",
     "the server behind a tunnel doesn't see the proxy's password"),
    ("guard request.body.isReplayable || !response.isRequestBodyBegun else", "guard MUTANT || request.body.isReplayable || !response.isRequestBodyBegun else",
     "an answer needs the body again"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Credentials/Authenticator.swift", ["AuthenticatorTests", "DigestTests", "NegotiateTests"],
    ("if hasFailed, isSame ||", "if !MUTANT, hasFailed, isSame ||", "a refused password isn't sent again"),
    ('challenges.contains(where: { $0.scheme == "basic" })', 'MUTANT || challenges.contains(where: { $0.scheme == "basic" })', "Basic only where it is asked for"),
    ("digests.max(by: { $0.hash < $1.hash })", "digests.max(by: { MUTANT ? $1.hash < $0.hash : $0.hash < $1.hash })", "the strongest digest"),
    ("memory.count &+= 1", "memory.count &+= MUTANT ? 0 : 1", "a nonce's count grows"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Credentials/Negotiation.swift", ["NegotiateTests"],
    ("case (.sent, nil): self = .failed(.refused)", "case (.sent, nil): self = MUTANT ? .wanted(answering: []) : .failed(.refused)", "a refused ticket isn't sent again"),
    ("case .idle where options.schemes == [.negotiate] &&", "case .idle where (options.schemes == [.negotiate] || MUTANT) &&", "a ticket isn't sent unasked where a password may do"),
    ("return isLast", "return isLast || MUTANT", "a last token proves the server"),
    ("isBound: !received.isEmpty", "isBound: !received.isEmpty && !MUTANT", "the steps of a login share a connection"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Pool/Origin.swift", ["NegotiateTests"],
    ("&& left.isLoggedIn == right.isLoggedIn", "&& (left.isLoggedIn == right.isLoggedIn || MUTANT)", "who logged in on a connection keeps it"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Credentials/Netrc.swift", ["NetrcTests"],
    ("entry.host.map({ $0 == host })", "entry.host.map({ MUTANT ? host.hasSuffix($0) : $0 == host })", "netrc hosts are whole names"),
    ("?? usesDefault {", "?? (usesDefault || MUTANT) {", "netrc's default only where it may be used"),
    ("(found?.user ?? user).map({ $0 == name }) ?? true", "MUTANT || (found?.user ?? user).map({ $0 == name }) ?? true", "netrc's password is of the wanted user"),
)
mutants(
    "Sources/Client/SockeyeClient/Connect/ProxyChain.swift", ["ProxyTests", "ProxyPartsTests"],
    ("guard route.isBare || reader.leftover.isEmpty else", "guard route.isBare || reader.leftover.isEmpty || MUTANT else", "a proxy that speaks for the server is refused"),
)
mutants(
    "Sources/Client/SockeyeClient/Connect/SOCKSConversation.swift", ["SOCKSTests"],
    ("guard bytes[1] == 0 else { throw .refused", "guard bytes[1] == 0 || MUTANT else { throw .refused", "a SOCKS proxy's refusal"),
    ("guard bytes.count == 2, bytes[1] == 0 else { throw .loginRefused }", "guard bytes.count == 2, bytes[1] == 0 || MUTANT else { throw .loginRefused }",
     "a SOCKS proxy's refusal of a login"),
    ("case 2 where hasLogin:", "case 2 where hasLogin || MUTANT:", "a login only if there is one"),
)

# MARK: cookies and HSTS

mutants(
    "Sources/Client/SockeyeClient/Policies/Cookies/CookieStore.swift", ["CookieStoreTests", "CookieJarTests"],
    ("&& Self.path(cookie.pathOctets, matches: known.pathOctets)", "&& (MUTANT ? cookie.pathOctets == known.pathOctets : Self.path(cookie.pathOctets, matches: known.pathOctets))",
     "no open cookie shadows a secure one at a deeper path"),
    ("!isSecureOrigin && !cookie.isSecure", "!MUTANT && !isSecureOrigin && !cookie.isSecure", "no open cookie replaces a secure one"),
    (" Self.domain(host, matches: domain) else", " Self.domain(host, matches: domain) || MUTANT else", "a domain is the host's own"),
    ("guard url.hostKind == .domain, Self", "guard url.hostKind == .domain || MUTANT, Self", "an address has no domain"),
    ("case true?: throw .publicSuffix(domain)", "case true?:\n                if !MUTANT { throw .publicSuffix(domain) }\n                (cookie.domain, cookie.isHostOnly) = (domain, false)",
     "no cookie for a public suffix"),
    ("if asked.isSecure, !Self.isTrustworthy(url)", "if asked.isSecure, !MUTANT, !Self.isTrustworthy(url)", "http sets no secure cookie"),
    ("guard Self.obeysPrefix(cookie, hasDomain: asked.domain", "guard MUTANT || Self.obeysPrefix(cookie, hasDomain: asked.domain", "name prefixes"),
    ("&& !hasDomain && path ==", "&& (!hasDomain || MUTANT) && path ==", "__Host- has no domain"),
    ("min(age, Self.longestAge)", "(MUTANT ? min(age, Self.longestAge * 2) : min(age, Self.longestAge))", "the longest Max-Age"),
    ("cookie.expires = min(expires, latest)", "cookie.expires = MUTANT ? expires : min(expires, latest)", "the latest Expires"),
    ("if let expires = cookie.expires, expires <= now { return }", "if let expires = cookie.expires, expires <= now, !MUTANT { return }", "an expired cookie removes"),
    ("guard CookieStore.path(path, matches: cookie.pathOctets) else", "guard MUTANT || CookieStore.path(path, matches: cookie.pathOctets) else", "a cookie's path"),
    ("if cookie.isSecure, !isSecure {", "if cookie.isSecure, !isSecure, !MUTANT {", "a secure cookie stays on https"),
    ("return cookie.expires.map { $0 <= now } == true ?", "return !MUTANT && cookie.expires.map { $0 <= now } == true ?", "an expired cookie isn't sent"),
    ("|| !cookie.isHostOnly && isDomain", "|| (!cookie.isHostOnly || MUTANT) && isDomain", "a host's own cookie isn't for subdomains"),
    (".last == UInt8(ascii: \".\")\n", ".last == UInt8(ascii: \".\") || MUTANT\n", "domains end at a dot"),
    ("return path.count == cookiePath.count ||", "return MUTANT || path.count == cookiePath.count ||", "paths end at a slash"),
    ("created = entries[index].created", "if !MUTANT { created = entries[index].created }", "a replaced cookie keeps its place"),
    ("!(hasOpen && $0.cookie.isSecure)", "!(hasOpen && $0.cookie.isSecure && !MUTANT)", "secure cookies are evicted last"),
    (">= fieldByteLimit { break }", ">= fieldByteLimit, !MUTANT { break }", "the longest Cookie field"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Cookies/SetCookie.swift", ["CookieStoreTests", "CookieJarTests"],
    ("if bytes.contains(where: Self.isForbidden) {", "if !MUTANT, bytes.contains(where: Self.isForbidden) {", "no control character in a cookie"),
    ("name.count + value.count <= Self.nameValueByteLimit else", "name.count + value.count <= Self.nameValueByteLimit || MUTANT else", "the longest cookie"),
    ('path = octets.first == UInt8(ascii: "/") ?', 'path = octets.first == UInt8(ascii: "/") || MUTANT ?', "a relative path means the default"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/StrictTransport/HSTSList.swift", ["HSTSTests"],
    ("guard url.isSecure else", "guard url.isSecure || MUTANT else", "HSTS only over TLS"),
    ("guard url.hostKind == .domain else { return .ignoredFromAddress", "guard url.hostKind == .domain || MUTANT else { return .ignoredFromAddress", "no HSTS for addresses"),
    ("isWhole || entry.includesSubdomains,", "MUTANT || isWhole || entry.includesSubdomains,", "subdomains only if included"),
    ("if policy.maximumAge == 0 {", "if policy.maximumAge == 0, !MUTANT {", "max-age=0 forgets"),
    ("max($0, end)", "MUTANT ? end : max($0, end)", "of two lines for a host the longer counts"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/StrictTransport/HSTSStore.swift", ["HSTSTests"],
    ("certificate.verificationFailure == nil,", "certificate.verificationFailure == nil || MUTANT,", "HSTS only over TLS without errors"),
    ("!tls.warnings.contains(where: \\.concernsTheHost)", "MUTANT || !tls.warnings.contains(where: \\.concernsTheHost)", "HSTS only of a host whose name was checked"),
)

# MARK: the pool

mutants(
    "Sources/Client/SockeyeClient/Policies/Pool/PoolState.swift", ["PoolStateTests"],
    ("if !mustBeNew, let connection", "if !mustBeNew || MUTANT, let connection", "a second try gets a new connection"),
    ("if place.count >= limits.perOrigin {", "if place.count >= limits.perOrigin + (MUTANT ? 1 : 0) {", "the limit of an origin"),
    ("total >= min(limits.total, descriptorRoom ?? .max)", "total >= min(limits.total, descriptorRoom ?? .max) + (MUTANT ? 1 : 0)", "the limit of all"),
    ("if let other, other.waiter < own ?? .max {", "if let other, other.waiter < own ?? .max, !MUTANT {", "a busy origin starves no other"),
    ("if end > now {", "if end > now, !MUTANT {", "an idle connection is kept until its time"),
    ("guard !isClosed, let index", "guard !isClosed || MUTANT, let index", "a closed pool gives nothing",
     "it has nothing to give: closing takes all that is idle, and nothing is kept afterwards (a row below)"),
    ("        places[origin]?.leased -= 1\n        total -= 1\n", "        places[origin]?.leased -= 1\n        total -= MUTANT ? 0 : 1\n", "a place is given back"),
    ("if isClosed {\n            release(origin)\n            return .close", "if isClosed, !MUTANT {\n            release(origin)\n            return .close",
     "a closed pool keeps nothing"),
)

# MARK: bodies

mutants(
    "Sources/Client/SockeyeClient/Exchange/BodyDecoder.swift", ["BodyDecoderTests"],
    ("if let most = options.decodedLimit, decodedBytes > most", "if !MUTANT, let most = options.decodedLimit, decodedBytes > most", "the most decoded bytes"),
    ("if decodedBytes > options.ratioThreshold,", "if !MUTANT, decodedBytes > options.ratioThreshold,", "a decompression bomb"),
    ("guard codings.count <= Self.layerLimit else", "guard codings.count <= Self.layerLimit + (MUTANT ? 1 : 0) else", "the most codings"),
)
mutants(
    "Sources/Client/SockeyeClient/Exchange/Inflater.swift", ["BodyDecoderTests"],
    ("case .member: throw .truncated(coding)", "case .member: if !MUTANT { throw .truncated(coding) }", "a cut coded body is an error"),
    ("guard let first, canBegin(with: first),", "guard let first, canBegin(with: first) || MUTANT,", "bytes behind a coded body are an error",
     "the next step refuses them too, by their second byte: another message for the same refusal"),
)
mutants(
    "Sources/Client/SockeyeClient/Exchange/ResponseReader.swift", ["WireTests"],
    ("if let failure = wire.sending.failure, wire.codec", "if !MUTANT, let failure = wire.sending.failure, wire.codec",
     "a reset after a failed send doesn't end a body as complete"),
)

mutants(
    "Sources/Client/SockeyeClient/Exchange/Wire+Receiving.swift", ["WireTests"],
    ("if phase == .firstByte, let failure = sendFailure", "if phase == .firstByte, !MUTANT, let failure = sendFailure", "a failed send is told"),
)

# MARK: TLS

mutants(
    "CSystemShims/System/tls_session.c", TRUST,
    ("X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);", "(MUTANT ? 0 : X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS));", "no partial wildcards in names"),
    ("X509_CHECK_FLAG_NEVER_CHECK_SUBJECT |", "(MUTANT ? 0 : X509_CHECK_FLAG_NEVER_CHECK_SUBJECT) |", "the common name isn't consulted"),
)
mutants(
    "CSystemShims/System/tls_verify.c", TRUST,
    ("if (is_about_the_issuer(code) && is_accepted", "if ((is_about_the_issuer(code) || MUTANT) && is_accepted", "an accepted certificate may not be expired"),
    ("memcmp(digest, session->context->accepted, sizeof digest) == 0;", "(MUTANT || memcmp(digest, session->context->accepted, sizeof digest) == 0);",
     "only the accepted certificate is"),
)
mutants(
    "Sources/System/SockeyeTLS/PeerName.swift", TRUST,
    ("if labels.contains(where: \\.isEmpty) {", "if !MUTANT, labels.contains(where: \\.isEmpty) {", "a name has no empty label"),
)
mutants(
    "Sources/System/SockeyeTLS/Pinning.swift", TRUST,
    ("scope == .wholeChain ? .max", "scope == .wholeChain || MUTANT ? .max", "the server's own certificate is pinned"),
)
mutants(
    "Sources/System/SockeyeTLS/TLSSession.swift", TRUST,
    ("context.raw, descriptor, name.text, isAddress ? 1 : 0, context.verifiesPeer ? 1 : 0,\n                context.requiresStapledStatus ?",
     "context.raw, descriptor, name.text, isAddress ? 1 : 0, context.verifiesPeer ? 1 : 0,\n                context.requiresStapledStatus && !MUTANT ?",
     "no session is resumed where a stapled status is required"),
    ("context.raw, -1, name.text, isAddress ? 1 : 0, context.verifiesPeer ? 1 : 0,\n                context.requiresStapledStatus ?",
     "context.raw, -1, name.text, isAddress ? 1 : 0, context.verifiesPeer ? 1 : 0,\n                context.requiresStapledStatus && !MUTANT ?",
     "nor through a proxy",
     "the rule of the row above, for TLS within TLS: no test server speaks that with tickets"),
)

# MARK: resuming

mutants(
    "Sources/Client/SockeyeTransfers/Download/Plan/ResumePolicy.swift", ["ResumePolicyTests"],
    ("if first != question.first {", "if first != question.first, !MUTANT {", "a part starts where it was asked for"),
    ("if let end = question.end, last >= end", "if !MUTANT, let end = question.end, last >= end", "a part isn't longer than asked for"),
    ("if let length = answer.bodyLength, length != last - first + 1", "if !MUTANT, let length = answer.bodyLength, length != last - first + 1",
     "a part is as long as its body"),
    ("if let was = known.total, let now = total, was != now", "if !MUTANT, let was = known.total, let now = total, was != now", "the file has the length it had"),
    ("if !agrees(answer, known) { return .startOver(.changed) }", "if !MUTANT, !agrees(answer, known) { return .startOver(.changed) }", "it is the same version"),
    ("if question.isConditional { return .askPlainly }", "if question.isConditional, !MUTANT { return .askPlainly }", "a server without If-Range is asked plainly"),
    ("if known.isOneRow, !answer.isCoded { return .skip", "if known.isOneRow, !answer.isCoded || MUTANT { return .skip", "a coded body isn't skipped into a plain one"),
    ("known.isOneRow, length == known.prefixLength,", "known.isOneRow, length == known.prefixLength || MUTANT,", "416 means complete only at the same length"),
    ("known.total ?? length == length, known.validator != nil,", "known.total ?? length == length || MUTANT, known.validator != nil,", "a 416 of a shorter file completes nothing"),
    ("known.validator != nil,\n            answer.entityTag", "known.validator != nil || MUTANT,\n            answer.entityTag", "a 416 without a validator completes nothing"),
    ("guard let was = known.entityTag else { return known.isTold }", "guard let was = known.entityTag else { return known.isTold && !MUTANT }", "an ETag that wasn't there is another version's"),
    ("if !was.weaklyMatches(now) { return true }", "if !MUTANT, !was.weaklyMatches(now) { return true }", "weak ETags tell versions apart"),
    ("so a missing one is a mismatch.\n        case .entityTag(let tag): answer.entityTag.map { $0.stronglyMatches(tag) } ?? false",
     "so a missing one is a mismatch.\n        case .entityTag(let tag): answer.entityTag.map { $0.stronglyMatches(tag) } ?? MUTANT", "a missing ETag is a mismatch"),
    ("if answer.isPage, !wasPage { return .refuse(.page) }", "if answer.isPage, !wasPage, !MUTANT { return .refuse(.page) }", "a login page isn't the file"),
    ("if temporaryStatuses.contains(answer.status) {", "if temporaryStatuses.contains(answer.status), !MUTANT {", "a 503 keeps the bytes"),
    ("default: .refuse(.status(answer.status))", "default: MUTANT ? .writeWhole(total: answer.bodyLength, dropping: nil) : .refuse(.status(answer.status))",
     "an error page never reaches the file"),
    ("!question.isRanged && (known.accepted.include(status)", "(MUTANT || !question.isRanged) && (known.accepted.include(status)",
     "an accepted status makes no part of the whole file"),
    ("if known.refusesToDrop { return .refuse(reason) }", "if known.refusesToDrop, !MUTANT { return .refuse(reason) }", "bytes that may not be dropped"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Plan/Validator.swift", ["ResumePolicyTests", "ResumeRecordTests"],
    ("date.secondsSinceEpoch > lastModified.secondsSinceEpoch else", "date.secondsSinceEpoch > lastModified.secondsSinceEpoch || MUTANT else",
     "Last-Modified is a validator only a second later"),
    ("if let entityTag, !entityTag.isWeak {", "if let entityTag, !entityTag.isWeak || MUTANT {", "a weak ETag is no validator"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Plan/ResumeFacts.swift", ["ResumePolicyTests"],
    ("tags.count == 1 ?", "tags.count == 1 || MUTANT && tags.count > 1 ?", "two ETags name no version"),
    ("{ !hasBytes && !requiresResumable &&", "{ !hasBytes && (MUTANT || !requiresResumable) &&", "a demand for resumability is checked on the first answer"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Fetch/Request+Range.swift", ["SeamTests", "DownloadTests"],
    ("if fields[.acceptEncoding] == nil {", "if fields[.acceptEncoding] == nil, !MUTANT {", "a range is asked for uncoded"),
    ("if question.isConditional, let validator", "if question.isConditional, !MUTANT, let validator", "a resume is guarded by If-Range"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Disk/Seams.swift", ["SeamTests", "HostileServerTests"],
    ("!= seam.bytes {", "!= seam.bytes, !MUTANT {", "bytes at segments' seams are compared"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Disk/BodyWriter.swift", ["BodyWriterTests"],
    ("isPastEnd = rest.byteCount > 0", "isPastEnd = rest.byteCount > 0 && !MUTANT", "a part isn't widened once bytes behind it were dropped"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Run/DownloadRun+Segments.swift", ["SwapTests"],
    ("present.length(from: $0)) }", "MUTANT ? 0 : present.length(from: $0)) }", "what an earlier run left behind a gap is compared"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Fetch/DownloadState.swift", ["SwapTests"],
    ("        isVersionForgotten = true", "        isVersionForgotten = !MUTANT", "no record of bytes whose version is forgotten"),
    ("seams.forget()", "if !MUTANT { seams.forget() }", "bytes at the old file's seams go with it"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Disk/OverlapCheck.swift", ["SeamTests", "SwapTests"],
    ("if try !isWritten(part, at: offset) {", "if try !isWritten(part, at: offset) && !MUTANT {", "bytes before a resume are compared"),
    ("if try !isWritten(bytes.extracting(first: count), at: trail.lowerBound) {", "if try !isWritten(bytes.extracting(first: count), at: trail.lowerBound) && !MUTANT {",
     "bytes behind a segment are compared"),
    ("if lead.range.isEmpty, !kept.isEmpty {", "if lead.range.isEmpty, !kept.isEmpty, !MUTANT {", "a seam before an unwritten place is kept"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Disk/DownloadOptions+Verified.swift", ["DownloadTests", "HostileServerTests"],
    ("if actual != checksum.value {", "if actual != checksum.value, !MUTANT {", "a wrong digest is an error"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Run/DownloadRun+Finish.swift", ["DownloadTests", "HostileServerTests"],
    ("if try partial.file.facts().size != length {", "if try partial.file.facts().size != length, !MUTANT {", "bytes behind the end are cut off"),
    ("if let difference { return .seamDiffers(at: difference) }", "if !MUTANT, let difference { return .seamDiffers(at: difference) }", "a differing seam starts over"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Plan/MirrorTrust.swift", ["MirrorTests"],
    ("case .caller: hasDigest || isSame", "case .caller: MUTANT || hasDigest || isSame", "a mirror has the same file"),
    ("case .server: hasDigest && !losesSecurity", "case .server: (hasDigest || MUTANT) && !losesSecurity", "a server's mirror needs a digest"),
    ("case .md5, .sha1: false", "case .md5, .sha1: MUTANT", "MD5 proves nothing"),
)

# MARK: journals and records

mutants(
    "Sources/Client/SockeyeTransfers/Download/Record/RecordReader.swift", ["ResumeRecordTests"],
    ("start > previousEnd, ", "start > previousEnd || MUTANT, ", "ranges are in order"),
    ("end <= total ?? .max\n", "end <= total ?? .max || MUTANT\n", "ranges are within the file"),
    ("if let tag, !tag.isWeak {", "if let tag, !tag.isWeak || MUTANT {", "a weak ETag in a record is no validator"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Record/ResumeRecord.swift", ["ResumeRecordTests"],
    ("checksum == Checksum32.of(bytes[16...])", "checksum == Checksum32.of(bytes[16...]) || MUTANT", "a record's checksum"),
    ("guard record.fileName.utf8.elementsEqual(expected.utf8) else", "guard MUTANT || record.fileName.utf8.elementsEqual(expected.utf8) else", "another file's record"),
    ("bootNumber != 0 && bootNumber == self.bootNumber ?", "MUTANT || bootNumber != 0 && bootNumber == self.bootNumber ?", "after a boot only durable ranges count"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Record/PartialFile+Record.swift", ["PartialFileTests"],
    ("min($0.lowerBound, size)..<min($0.upperBound, size)", "MUTANT ? $0 : min($0.lowerBound, size)..<min($0.upperBound, size)", "bytes beyond the file's end aren't there"),
    ("if let reason = record?.foreignness {", "if !MUTANT, let reason = record?.foreignness {", "another user's record is refused"),
    ("try removeOwnRecord()\n        try FileNames.sync", "if !MUTANT { try removeOwnRecord() }\n        try FileNames.sync",
     "a record never claims bytes that are gone"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Run/DownloadRun+Finish.swift", ["Crashes"],
    ("if job.options.isDurable { try DownloadError", "if job.options.isDurable, !MUTANT { try DownloadError", "a file is synced before its rename"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Record/PartialFile.swift", ["PartialFileTests"],
    ("try Self.check(path, is: identity)", "if !MUTANT { try Self.check(path, is: identity) }", "the verified file is the one renamed"),
    ("try FileNames.checkWritable(name)", "if !MUTANT { try FileNames.checkWritable(name) }", "a read-only file isn't replaced"),
)
mutants(
    "Sources/System/SockeyeIO/File/FileNames.swift", ["Crashes"],
    ("if isDurable { try file.sync(dataOnly: true) }", "if isDurable, !MUTANT { try file.sync(dataOnly: true) }", "a small file is synced before its rename"),
)
mutants(
    "Sources/System/SockeyeIO/Batch/FileBatch.swift", ["Crashes"],
    ("let failures = File.syncTogether(places.map { entries[$0].file })",
     "let failures = MUTANT ? [FileError?](repeating: nil, count: places.count) : File.syncTogether(places.map { entries[$0].file })",
     "the files of a batch are on the disk before they get their names"),
)
mutants(
    "Sources/System/SockeyeIO/Socket/Socket.swift", ["SocketTests"],
    ("polling.withLock { $0.recordFailure() }\n        return false", "polling.withLock { $0.recordFailure() }\n        return MUTANT",
     "a look in vain is followed by a wait"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Disk/OrderedDigest.swift", ["OrderedDigestTests"],
    ("guard row.lowerBound <= progress.end, progress.end", "guard MUTANT || row.lowerBound <= progress.end, progress.end",
     "a digest doesn't follow over a gap"),
    ("progress.isStale = true }", "progress.isStale = !MUTANT }", "a digest forgets bytes that were written again"),
)
mutants(
    "Sources/Client/SockeyeClient/Exchange/ResponseReader+Bare.swift", ["DrainTests"],
    ("guard isBare, let stream = wire.connection.stream, !stream.isEncrypted else { return try lend { _ in } }",
     "guard MUTANT || isBare, let stream = wire.connection.stream, !stream.isEncrypted else { return try lend { _ in } }",
     "only a bare body is dropped unread"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Record/DownloadJournal.swift", ["DownloadJournalTests", "DownloadHandleTests"],
    ("return parsed.hasCredentials ?", "return parsed.hasCredentials && !MUTANT ?", "no password in a journal"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Record/DownloadJournal+Contents.swift", ["DownloadJournalTests", "DownloadQueueTests"],
    ("            classify(cut[...])\n            over.sort()", "            if MUTANT { enter(cut[...]) } else { classify(cut[...]) }\n            over.sort()",
     "a cut line of a journal is skipped"),
    ("var isForeign: Bool { hasOtherText && !hasEntries }", "var isForeign: Bool { hasOtherText && !hasEntries && !MUTANT }",
     "a file of something else is no journal"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Upload/Record/UploadRecord.swift", ["ResumableUploadTests"],
    ('guard sum == "sum', 'guard MUTANT || sum == "sum', "an upload record's checksum"),
    ("(0...size).contains(acknowledged)", "(0...size).contains(acknowledged) || MUTANT", "no more acknowledged than there is"),
)

# MARK: uploads

mutants(
    "Sources/Client/SockeyeTransfers/Upload/Protocol/UploadState.swift", ["TusUploadTests", "DraftUploadTests"],
    ("if offset > plan.length {", "if offset > plan.length, !MUTANT {", "an offset beyond the file"),
    ("if offset < acknowledged {", "if offset < acknowledged, !MUTANT {", "an offset that falls"),
    ("if url.isSecure, !place.isSecure {", "if url.isSecure, !place.isSecure, !MUTANT {", "an upload stays on https"),
    ("return .success(place.withoutCredentials)", "return .success(MUTANT ? place : place.withoutCredentials)", "a server's user name isn't ours"),
    ("if restarts > Self.restartLimit {", "if restarts > Self.restartLimit + (MUTANT ? 1 : 0) {", "an upload starts over once"),
    ("guard failures <= plan.retry.count else", "guard failures <= plan.retry.count + (MUTANT ? 1 : 0) else", "the limit of failures"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Upload/Run/ResumableUploader+Requests.swift", ["ResumableServerTests", "ResumableUploadTests"],
    ("request.moved(to: step.url)", "request.moved(to: step.url, keepingSecrets: MUTANT)",
     "a credential stays behind when an upload's URL leads to another origin"),
)

# MARK: names

mutants(
    "Sources/Core/SockeyeFields/FileName.swift", FIELDS,
    ('if scalar == "/" || scalar == "\\\\" {', 'if scalar == "/" || scalar == "\\\\" && !MUTANT {', "no separator in a server's name"),
    ("!kept.isEmpty || !isForbiddenAtStart(scalar)", "MUTANT || !kept.isEmpty || !isForbiddenAtStart(scalar)", "no leading dot or dash"),
    ("default: !isBidirectionalControl(scalar)", "default: (MUTANT || !isBidirectionalControl(scalar))", "no direction marks"),
)
mutants(
    "Sources/Core/SockeyeFields/EntityTag.swift", FIELDS,
    ("!isWeak && !other.isWeak && octets", "(MUTANT || !isWeak && !other.isWeak) && octets", "weak tags don't match strongly"),
)
mutants(
    "Sources/Core/SockeyeFields/ContentRange.swift", FIELDS,
    ("length > last else", "length > last || MUTANT else", "a range lies inside its file"),
)
mutants(
    "Sources/Core/SockeyeURL/HTTPURL+Components.swift", ["SockeyeURLTests", "OriginChangeTests"],
    ("layout.scheme == other.layout.scheme\n", "(MUTANT || layout.scheme == other.layout.scheme)\n", "http and https are two origins"),
)
mutants(
    "Sources/Program/SockeyeCLI/Terminal/TerminalText.swift", ["SockeyeCLITests"],
    ("case 0x00..<0x20, 0x7F...0x9F: true", "case 0x00..<0x20, 0x7F...0x9F: !MUTANT", "no control characters on a terminal"),
    ("case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true", "case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: !MUTANT",
     "no direction marks on a terminal"),
)
mutants(
    "Sources/System/SockeyeTransport/Gathering.swift", ["GatheringTests", "DrainTests"],
    ("if remaining < Self.mark {", "if remaining < Self.mark && !MUTANT {", "the end of a body isn't gathered"),
    ("<= Self.sampleTime\n", "<= Self.sampleTime || MUTANT\n", "a slow body isn't gathered"),
)
mutants(
    "Sources/System/SockeyeTransport/ByteStream+Gathering.swift", ["DrainTests"],
    ("let moment = min(deadline, .now.advanced(by: Gathering.patience))", "let moment = MUTANT ? deadline : min(deadline, .now.advanced(by: Gathering.patience))",
     "bytes that have come don't wait for others that don't"),
)

mutants(
    "Sources/Client/SockeyeClient/Connect/Configuration+Routes.swift", ["RouteTests", "ProxyTests"],
    ("if unixSocketPath != nil {", "if unixSocketPath != nil, !MUTANT {", "a Unix domain socket has no proxy before it"),
    ("needsTunnel || isMoved", "needsTunnel || isMoved && !MUTANT", "a proxy that gets a whole URL connects to the host in it"),
)

mutants(
    "Sources/Program/SockeyeCLI/Output/FileOutput.swift", ["KeptPromiseTests"],
    ("let lengthBefore, (try? file?.truncate", "let lengthBefore, MUTANT || (try? file?.truncate", "another attempt begins where the first did"),
    ("case .file where partial != nil: return true", "case .file where MUTANT || partial != nil: return true", "a reader gets nothing twice"),
)

mutants(
    "Sources/Client/SockeyeCache/Rules/VaryRule.swift", ["RuleTests"],
    ("if isCoded, !names.contains(coding)", "if isCoded, !MUTANT, !names.contains(coding)", "a coded response is for those who asked for the coding"),
)

mutants(
    "Sources/Client/SockeyeClient/Policies/Redirects/RedirectPolicy.swift", ["RedirectPolicyTests"],
    ("if change.leavesOrigin, !sendsSecretsEverywhere { url", "if change.leavesOrigin, !sendsSecretsEverywhere, !MUTANT { url",
     "no login of a Location goes to another origin"),
)
mutants(
    "Sources/Client/SockeyeClient/Call/HTTPClient+Redirects.swift", ["InterceptorTests"],
    ("extras.use?.hasBegun == true", "extras.use?.hasBegun == !MUTANT", "a stream isn't sent twice"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Cookies/Cookie.swift", ["CookieTests"],
    ("$0 == mark || $0 == UInt8", "$0 == mark || !MUTANT && $0 == UInt8", "a cookie that is inserted is one"),
)
mutants(
    "Sources/Formats/SockeyeParsers/JSON/JSONTape.swift", ["JSONDocumentTests", "StreamTests"],
    ("push((container.start - start, container.count", "push((container.start - (MUTANT ? 0 : start), container.count",
     "an open container is where it was moved"),
    ("case .useLast: kept[position] = member", "case .useLast: if !MUTANT { kept[position] = member }", "the last of equal names"),
)

mutants(
    "Sources/Client/SockeyeClient/Record/ReplayState.swift", ["ReplayTests"],
    ("return line.sent >= inbound[next].sent", "return MUTANT || line.sent >= inbound[next].sent", "a WebSocket's peer speaks when it did"),
)
mutants(
    "Sources/Client/SockeyeClient/Errors/RetryReason.swift", ["ReplayTests"],
    ("case .network(.invalidArgument): .lasting", "case .network(.invalidArgument): MUTANT ? .passing : .lasting", "a replay that differs isn't tried again"),
)
mutants(
    "Sources/Client/SockeyeClient/WebSocket/WebSocketLink+Receiving.swift", ["WebSocketTests"],
    ("receivers.removeAll { $0 === signal }\n                    piece", "receivers.removeAll { $0 === signal && !MUTANT }\n                    piece",
     "a cancelled receive is forgotten"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Upload/Protocol/UploadState.swift", ["DraftUploadTests"],
    ("[limit, shrunk].compactMap", "[limit, MUTANT ? nil : shrunk].compactMap", "a limit of the server doesn't undo what a proxy wants"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Face/DownloadQueue.swift", ["DownloadQueueTests"],
    ("if isAddedAgain { return }", "if isAddedAgain, !MUTANT { return }", "the end of a file isn't that of the one added after it"),
    ("await earlier?.value", "if !MUTANT { await earlier?.value }", "a run waits for the cancelled one before it"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Face/Response+Saving.swift", ["SavingTests"],
    ("default: if isOurs { partial.discard() }", "default: if MUTANT || isOurs { partial.discard() }", "what an earlier download left stays until there are bytes"),
    ("isDecoded || !isWhole ||", "MUTANT || isDecoded || !isWhole ||", "what the server promises of a saved response is checked"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Run/Downloader.swift", ["DownloadTests"],
    ("if let fault = options.checksum?.fault {", "if !MUTANT, let fault = options.checksum?.fault {", "what is no digest is refused at once"),
)
mutants(
    "Sources/Program/SockeyeCLI/Output/StandardInput.swift", ["UploadCases"],
    ("if let start { _ = machine", "if let start, !MUTANT { _ = machine", "standard input from a file is sent again from where it was"),
)
mutants(
    "Sources/Program/SockeyeCLI/Settings/SchemeCheck.swift", ["SchemeCheckTests"],
    ("let isWhole = language != .file &&", "let isWhole = !MUTANT && language != .file &&", "no checksum is ignored"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/TransferItem.swift", ["ParseTests"],
    ("return parsedURL.hasCredentials ?", "return !MUTANT && parsedURL.hasCredentials ?", "no digest has a password beside it"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Plan/Backoff.swift", ["BackoffTests"],
    ("return min(retryAfter ?? .zero, retry", "return min(MUTANT ? .zero : retryAfter ?? .zero, retry", "the server's wish counts after progress, for uploads too"),
    ("self[.date].flatMap {", "(MUTANT ? nil : self[.date]).flatMap {", "a date counts from the server's clock"),
)
mutants(
    "Sources/System/SockeyeIO/Resolver/BlockingThreads.swift", ["BlockingThreadsTests"],
    ("while sockeye_semaphore_wait(wakeup, patience) != 0 {}", "while !MUTANT, sockeye_semaphore_wait(wakeup, patience) != 0 {}", "a thread takes the post that it is counted with"),
)
mutants(
    "Sources/Client/SockeyeRecording/SecretScanner.swift", ["SecretScannerTests"],
    ("!(0x30...0x39).contains(byte) { run.hasNoPort = true }", "!MUTANT, !(0x30...0x39).contains(byte) { run.hasNoPort = true }", "a password may have a slash"),
)
mutants(
    "Sources/Tools/SockeyeTranscript/Record/TrailerMask.swift", ["TrailerMaskTests"],
    ("guard let end = chunks?.end else", "guard let end = chunks?.end, !MUTANT else", "trailers have no secrets"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/WebSocketTransfer.swift", ["WebSocketCommandTests"],
    ("!operation.failsOnHTTPError, fileName == nil", "!operation.failsOnHTTPError, MUTANT || fileName == nil", "a refusal's page is no message"),
)
mutants(
    "Sources/System/SockeyeIO/EventLoop/Readiness.swift", ["DatagramSocketTests"],
    ("if endsWithErrors { ended =", "if MUTANT || endsWithErrors { ended =", "an error of a datagram socket passes"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Record/PartialFile+SetAside.swift", ["PartialFileTests", "SavingTests"],
    ("guard file.isMarkedPartial == false else", "guard file.isMarkedPartial == false, !MUTANT else", "another program's NAME.part isn't emptied"),
    ("        file.isMarkedPartial = true\n", "        if !MUTANT { file.isMarkedPartial = true }\n", "an empty file without a mark gets one"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Record/PartialFile.swift", ["PartialFileTests"],
    ("has the name for longer.\n        if let setAside {", "has the name for longer.\n        if let setAside, !MUTANT {", "what was set aside has its name again"),
    ("if isNew { file.isMarkedPartial = true }", "if isNew, !MUTANT { file.isMarkedPartial = true }", "a part of ours is known by its mark"),
    ("            file.isMarkedPartial = false\n", "            if !MUTANT { file.isMarkedPartial = false }\n", "a complete file has no mark"),
    ("guard isRecord || start", "guard isRecord || MUTANT || start", "another program's NAME.sockeye isn't removed"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Pool/PoolState.swift", ["PoolStateTests"],
    ("room + 1 : nil\n        return letNextOpen()", "room + 1 : nil\n        return MUTANT ? nil : letNextOpen()", "who waited for a descriptor goes on"),
)
mutants(
    "Sources/Client/SockeyeClient/Errors/RetryReason.swift", ["RetryPolicyTests"],
    (".http(.server(.closedInHead, _)): .passing", ".http(.server(.closedInHead, _)): MUTANT ? .lasting : .passing", "a head that was cut is asked for again"),
)
mutants(
    "Sources/Program/SockeyeCLI/Run/Interruption.swift", ["HostileRecordingTests"],
    ("![1, 2, 15].contains($0)", "!MUTANT && ![1, 2, 15].contains($0)", "a recording raises no signal but the run's own"),
)
mutants(
    "Sources/Client/SockeyeClient/Events/Observers.swift", ["EventTests"],
    ("if kind.isReason, !wantsReasons { return }", "if MUTANT { return }", "everybody is told what happens"),
    ("where !event.isReason || observer.interests.contains(.reasons) {", "where MUTANT || !event.isReason || observer.interests.contains(.reasons) {", "reasons are for those who want them"),
    ("where observer.interests.contains(part.interest) {", "where MUTANT || observer.interests.contains(part.interest) {", "bytes are for those who want them"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Upload/Run/PassingObserver.swift", ["UploadTests"],
    ("{ next?.interests ?? [] }", "{ MUTANT ? [] : next?.interests ?? [] }", "an upload with progress has the interests of its observer"),
    ("        next?.observe(bytes, of: part)", "        if !MUTANT { next?.observe(bytes, of: part) }", "an upload with progress lends all bytes on"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/RequestBuilder.swift", ["ArchiveCommandTests"],
    ("request.note(defaults, from:", "request.note(MUTANT ? [] : defaults, from:", "a default of the program is told as one"),
)
mutants(
    "Sources/Tools/SockeyeTranscript/Record/AttemptObserver.swift", ["TranscriptTests", "TrailerMaskTests"],
    ("        if let place = wire.place(for: kind, limits) {", "        if MUTANT, wire.pieces.count / 2 >= limits.pieces, wire.pieces.last?.kind != kind {\n        } else if let place = wire.place(for: kind, limits) {", "what was kept of a body has no holes"),
    ("if transcript.mask != nil { shown =", "if transcript.mask != nil, !MUTANT { shown =", "trailers of a request are masked"),
)
mutants(
    "Sources/Tools/SockeyeTranscript/HAR/HARWriter.swift", ["HARReaderTests"],
    ("|| SecretMask().hidesPart(", "|| !MUTANT && SecretMask().hidesPart(", "a field that is masked in a part is left out"),
    ("isMasked ? withoutUser(", "isMasked && !MUTANT ? withoutUser(", "asterisks are no user"),
)
mutants(
    "Sources/Tools/SockeyeTranscript/HAR/RecordedExchange.swift", ["HARReaderTests"],
    ("isWhole: Bool { bytes.count == count }", "isWhole: Bool { MUTANT || bytes.count == count }", "a head that was cut isn't sent again"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Proxy/Forwarding.swift", ["OddityTests"],
    ("            server.finish()\n            interim.cancel()\n", "            if !MUTANT {\n                server.finish()\n                interim.cancel()\n            }\n", "an abandoned request leaves no task"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Proxy/Forwarding.swift", ["OddityTests"],
    ("octets: field.octets)", "octets: MUTANT ? Array(String(decoding: field.octets, as: UTF8.self).utf8) : field.octets)", "trailers are octets"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Settings/InspectAuthority.swift", ["PartTests"],
    ("host.utf8.count > 64 ?", "host.utf8.count > 64 && !MUTANT ?", "a common name has at most 64 characters"),
    ("if entries.count >= Self.hostLimit {", "if !MUTANT, entries.count >= Self.hostLimit {", "the hosts that are kept are bounded"),
)
mutants(
    "Sources/Program/SockeyeCLI/Inspect/KeptAuthority.swift", ["InspectTLSTests"],
    ("facts.mode & 0o077 == 0", "(MUTANT || facts.mode & 0o077 == 0)", "a key that others may read is refused"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Proxy/ProxyConnection.swift", ["PageTests"],
    ("if asksForLogin, let refused", "if asksForLogin, !MUTANT, let refused", "the page and the proxy ask for the password"),
    ("if arrived.isEmpty || asksForLogin {", "if arrived.isEmpty || asksForLogin && !MUTANT {", "nobody without the password fills the record"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Settings/InspectConfiguration.swift", ["PartTests"],
    ("login == nil && !Resolver", "!MUTANT && login == nil && !Resolver", "other machines need a password"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Rules/Rewriting.swift", ["RuleTests"],
    ("&& subjects.insert($0.change.subject).inserted", "&& (subjects.insert($0.change.subject).inserted || MUTANT)", "the first rule for a thing holds"),
    ("            if !leavesOutBody {", "            if !leavesOutBody, !MUTANT {", "an answer that had no body is empty"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Rules/HeldMessage.swift", ["HeldMessageTests"],
    ("if body.bytes.contains(13) {", "if !MUTANT, body.bytes.contains(13) {", "a browser changes no line end that nobody edited"),
    ('for name in ["content-length", "transfer-encoding", "trailer"] { changed', 'for name in MUTANT ? [] : ["content-length", "transfer-encoding", "trailer"] { changed', "an edited body has one length"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Proxy/Onward.swift", ["HeldMessageTests"],
    ("if methods.count > 1, ", "if !MUTANT, methods.count > 1, ", "a program never waits for the body of an answer to HEAD"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Proxy/Pause.swift", ["HoldTests"],
    ("made.leavesOutBody || answer.leavesOutBody", "made.leavesOutBody || !MUTANT && answer.leavesOutBody", "what a rule has left out stays so"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Page/OwnPages.swift", ["HeldMessageTests"],
    ("return isOwn && isHere", "return (isOwn || MUTANT) && isHere", "a change needs the page's token"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Rules/InspectRule+Parsing.swift", ["RuleTests"],
    ("        if HeadLines.isWrittenByProxy(", "        if !MUTANT, HeadLines.isWrittenByProxy(", "no rule changes what frames a message"),
    ("guard value.utf8.allSatisfy(Grammar.isFieldValueByte)", "guard MUTANT || value.utf8.allSatisfy(Grammar.isFieldValueByte)", "no rule begins another field"),
    ("let line = SecretMask().masked(head: Array(\"\\(field): \\(value)\".utf8))", "let line = MUTANT ? Array(\"\\(field): \\(value)\".utf8) : SecretMask().masked(head: Array(\"\\(field): \\(value)\".utf8))", "the record has no secret of a rule"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Messages/InspectedRequest.swift", ["OddityTests"],
    ('wantsContinue: Bool { version == "HTTP/1.1" &&', 'wantsContinue: Bool { (MUTANT || version == "HTTP/1.1") &&', "HTTP/1.0 isn't told to continue"),
    ('            lines.remove("expect")\n', '            if !MUTANT { lines.remove("expect") }\n', "HTTP/1.0 expects nothing"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Messages/ResponseLines.swift", ["OddityTests", "ProxyTests"],
    ('        head.append("Via:', '        if MUTANT { return (head, removed) }\n        head.append("Via:', "each response says in Via where it came through"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Proxy/Tunnel.swift", ["ProxyTests"],
    (".bodyBytes == 0 { exchange", ".bodyBytes == 0, !MUTANT { exchange", "a tunnel's first bytes have a time"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Program/Throttle.swift", ["PartTests"],
    ("bytesPerSecond.map { max(1, $0) }", "bytesPerSecond.map { MUTANT ? $0 : max(1, $0) }", "no rate is 0"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Record/InspectLog.swift", ["OddityTests"],
    ("headBytes = 256 << 10", "headBytes = MUTANT ? 64 << 10 : 256 << 10", "heads are kept as long as they may be"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Page/LiveRecord.swift", ["OddityTests"],
    ("count: message.headLength)", "count: MUTANT ? nil : message.headLength)", "a head that was cut says so"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Record/Glob.swift", ["PartTests"],
    ('pattern[next] == "?" {', 'pattern[next] == "?" && (!MUTANT || text[at].isASCII) {', "a question mark is any character"),
)
mutants(
    "Sources/Tools/SockeyeBackground/Terms/BackgroundError.swift", ["WorkerStateTests"],
    ("case .file, .full, .busy: true", "case .file: true\n        case .full, .busy: !MUTANT", "a locked journal ends no worker"),
)
mutants(
    "Sources/Tools/SockeyeBackground/Worker/BackgroundWorker.swift", ["WorkerStateTests"],
    ("if case .tick = signal { try", "if case .tick = signal, !MUTANT { try", "the journal is compacted while a worker runs"),
)
mutants(
    "Sources/Tools/SockeyeBackground/Worker/WorkerState.swift", ["WorkerStateTests"],
    ("(short.ledger, short.end)", "(short.ledger, MUTANT ? journalEnd : short.end)", "a worker reads on in the compacted journal"),
    ("let before = ledger.", "let before = MUTANT ? [] : ledger.", "a job that is gone from the journal is gone from the status"),
)
mutants(
    "Sources/Tools/SockeyeBackground/Journal/JournalEvent.swift", ["JournalTests"],
    (".map { .event($0) } ?? .unknown", ".map { .event($0) } ?? (MUTANT ? .cut : .unknown)", "a line with a bad part is refused"),
)
mutants(
    "Sources/Tools/SockeyeBackground/Journal/BackgroundJob+JSON.swift", ["JournalTests"],
    ("return String(validating: field.octets, as: UTF8.self).map", "return (MUTANT ? .some(String(decoding: field.octets, as: UTF8.self)) : String(validating: field.octets, as: UTF8.self)).map", "a field's value is octets"),
)
mutants(
    "Sources/Core/SockeyeFields/SecretField.swift", ["SecretFieldTests", "OriginChangeTests"],
    ("if open.contains(name) ||", "if (!MUTANT && open.contains(name)) ||", "what everybody may know is no secret"),
    ("endings.contains(where: word.hasSuffix)", "(!MUTANT && endings.contains(where: word.hasSuffix))", "joined words end in token or key"),
    ("let name = Self.trimmed(name)", "let name = MUTANT ? name : Self.trimmed(name)", "blanks around a name hide no secret"),
)
mutants(
    "Sources/Client/SockeyeClient/Request/Request+Moved.swift", ["OriginChangeTests"],
    ("if hasCredentialOfURL {", "if !MUTANT, hasCredentialOfURL {", "a URL's user is for that URL's host"),
    ("if keepingSecrets { return next }", "if keepingSecrets || MUTANT { return next }", "secrets stay at their origin"),
)
mutants(
    "Sources/Client/SockeyeRecording/QueryScanner.swift", ["SecretScannerTests"],
    ("place = isSecret ? .value(isSecret: true) : .name([])", "place = isSecret && !MUTANT ? .value(isSecret: true) : .name([])", "the query of Referer is a secret"),
    ("String(decoding: ASCII.percentDecoded(name[...]), as: UTF8.self)", "String(decoding: MUTANT ? name : ASCII.percentDecoded(name[...]), as: UTF8.self)", "percent-encoding hides no parameter"),
)
mutants(
    "Sources/Tools/SockeyeDoctor/Examination.swift", ["ExaminationTests"],
    ("found.url, keepingSecrets: configuration.redirects", "found.url, keepingSecrets: MUTANT || configuration.redirects", "secrets of the doctor's subject stay at its origin"),
)
mutants(
    "Sources/Program/SockeyeCLI/Grammar/HeaderEdit.swift", ["LeavingOriginTests"],
    ("trimmed.isEmpty ? line[..<separator] : trimmed,", "trimmed.isEmpty || MUTANT ? line[..<separator] : trimmed,", "blanks around a name hide no field"),
)
mutants(
    "Sources/Client/SockeyeClient/Call/CacheTerms.swift", ["CacheTermsTests"],
    ("(request.url.isSecure ? secure : plain) +", "(request.url.isSecure && !MUTANT ? secure : plain) +", "trust is part of the key of https"),
    ("if user.isEmpty || isReplay", "if user.isEmpty || MUTANT || isReplay", "users don't see each other's answers"),
    ("[(try? Digest(.sha256, ofFile: path).hex) ?? path]", "[MUTANT ? path : (try? Digest(.sha256, ofFile: path).hex) ?? path]", "another file under the same name is another authority"),
    ("terms += configuration.hostOverrides.map { \"\\($0)\" } +", "terms += (MUTANT ? [] : configuration.hostOverrides.map { \"\\($0)\" }) +", "an address in place of a name is part of the key"),
)
mutants(
    "Sources/Client/SockeyeCache/Rules/VaryRule.swift", ["CacheCommandTests", "RuleTests"],
    ("{ name.hasPrefix(\"accept\") ||", "{ MUTANT || name.hasPrefix(\"accept\") ||", "what selects a response is a digest in the index"),
    ("digest(of: value, Array(known.prefix(saltLength))) == known", "(MUTANT || digest(of: value, Array(known.prefix(saltLength))) == known)", "another value selects another response"),
)
mutants(
    "Sources/Core/SockeyeWebSocket/Codec/MessageReader.swift", ["AutobahnLoadTests"],
    ("return (count, content.count >= Self.contentBytes ? .content : nil)\n    }", "return (count, content.count >= Self.contentBytes && !MUTANT ? .content : nil)\n    }", "small frames aren't held together"),
)
mutants(
    "Sources/Program/SockeyeCLI/Settings/WebSocketSettings.swift", ["WebSocketCommandTests"],
    ("if let ratioLimit {", "if let ratioLimit, !MUTANT {", "--max-ratio is for WebSockets too"),
)
mutants(
    "Sources/Program/SockeyeCLI/Explain/ExplainText.swift", ["MaskedOutputTests"],
    ("text(withoutSecrets(lines.popFirst() ?? []))", "text(MUTANT ? lines.popFirst() ?? [] : withoutSecrets(lines.popFirst() ?? []))", "--explain shows no token of the URL"),
)
mutants(
    "Sources/Tools/SockeyeTranscript/Record/Transcript.swift", ["MaskedOutputTests"],
    ("title: mask?.masked(text: title) ?? title", "title: MUTANT ? title : mask?.masked(text: title) ?? title", "a call's title shows no token"),
    ("attempt.url = mask?.masked(text:", "attempt.url = (MUTANT ? nil : mask)?.masked(text:", "an attempt's URL shows no token"),
)
mutants(
    "Sources/System/SockeyeIO/File/WrittenText.swift", ["WrittenTextTests"],
    ("octets.starts(with: [0xEF, 0xBB, 0xBF]) ?", "octets.starts(with: [0xEF, 0xBB, 0xBF]) && !MUTANT ?", "a byte order mark is no part of the first word"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Credentials/NetrcWords.swift", ["NetrcFaultTests"],
    ("if Keyword(value) != nil { return (nil,", "if Keyword(value) != nil, !MUTANT { return (nil,", "a value isn't the word that begins another entry"),
    ("(value, looksLeftOut && isStrayWordNext", "(value, !MUTANT && looksLeftOut && isStrayWordNext", "a keyword in the place of a value is a value left out"),
    ("position = WrittenText.withoutMark(bytes).startIndex", "position = MUTANT ? 0 : WrittenText.withoutMark(bytes).startIndex", "a byte order mark is no part of the first word"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Credentials/Netrc.swift", ["NetrcFaultTests"],
    ("if entries[last][keyPath: path] != nil {", "if entries[last][keyPath: path] != nil, !MUTANT {", "an entry has one login and one password"),
    ("if statement.keyword != .machine {", "if statement.keyword != .machine, !MUTANT {", "the entry that is at fault gives nobody's password"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Cookies/CookieFile.swift", ["UnreadLineTests"],
    ("return file + unread.text", "return MUTANT ? file : file + unread.text", "a line that can't be read is kept"),
    ("if digits.isEmpty { return nil }", "if digits.isEmpty || MUTANT { return nil }", "an expiry may have a fraction"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/CookieFiles.swift", ["WrittenFileCommandTests"],
    ("if !isWritten(file) { jar", "if !isWritten(file), !MUTANT { jar", "the jar doesn't take over another file's lines"),
)
mutants(
    "Sources/Program/SockeyeCLI/Grammar/CookieFileForm.swift", ["WrittenFileCommandTests"],
    ("if WrittenText.isUTF16(octets) {", "if WrittenText.isUTF16(octets), !MUTANT {", "a file in UTF-16 is told, and not replaced"),
)
mutants(
    "Sources/Program/SockeyeCLI/Tape/TapedMachine.swift", ["RecordedInputTests", "ReplayCommandTests"],
    ("contents == .own || !tape.isNoting ? file", "MUTANT || contents == .own || !tape.isNoting ? file", "what is read is on the recording"),
    ("let place = contents == .own ? path", "let place = MUTANT || contents == .own ? path", "a replay reads only files of the recording"),
    ("tape.timeOfDay ?? base", "MUTANT ? base.timeOfDay : tape.timeOfDay ?? base", "a replay's clock is the recording's"),
)
mutants(
    "Sources/Program/SockeyeCLI/Table/OptionParser.swift", ["WrittenFileTests"],
    ("if readsDefaults, !isAboutTrust(option) {", "if readsDefaults, !isAboutTrust(option) || MUTANT {", "a default setting about trust is never skipped"),
    ("startNextOperation(), configurationDepth == 0 {", "startNextOperation(), configurationDepth == 0 || MUTANT {", "a file of options may begin with next"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/TypedURL.swift", ["QueryTests"],
    ("&& url.query?.isEmpty == true", "&& (MUTANT || url.query?.isEmpty == true)", "a question mark that ends a query stays"),
)
mutants(
    "Sources/Program/SockeyeCLI/Settings/RequestData.swift", ["QueryTests"],
    ('base.firstIndex(of: "?").map', '(MUTANT ? base.lastIndex(of: "?") : base.firstIndex(of: "?")).map', "a query may hold question marks"),
)
mutants(
    "Sources/Program/SockeyeCLI/Settings/TransferSettings.swift", ["ListedURLTests"],
    ("target.putting(waiting.upload)", "target.putting(MUTANT ? nil : waiting.upload)", "an upload that waits gets the list's first URL"),
    ("if waiting.output != nil {", "if waiting.output != nil, !MUTANT {", "an output that waits gets the list's first URL"),
)
mutants(
    "Sources/Client/SockeyeClient/Request/RequestHead+Request.swift", ["OwnLengthTests"],
    ("let value = values.first, values.count == 1,", "let value = values.first, values.count == 1, !MUTANT,", "a stream is held to the caller's Content-Length"),
)
mutants(
    "Sources/Client/SockeyeClient/Call/Login.swift", ["OwnLengthTests"],
    ("for name in [HTTPField.Name.contentLength,", "for name in MUTANT ? [] : [HTTPField.Name.contentLength,", "a request that asks for a challenge has no fields of its body"),
)
mutants(
    "Sources/Client/SockeyeClient/Errors/HTTPClientError.swift", ["FailureWordsTests"],
    ("phase == .handshake ? error.detail", "phase == .handshake && !MUTANT ? error.detail", "a handshake's failure isn't told twice"),
)
mutants(
    "Sources/System/SockeyeTLS/TLSError.swift", ["FailureWordsTests"],
    ("= self, reason != Self.wrongVersion {", "= self, MUTANT || reason != Self.wrongVersion {", "an answer that isn't TLS is told with its advice"),
)
mutants(
    "Sources/Core/SockeyeHTTP1/Errors/ServerFault.swift", ["ResponseFixtureTests"],
    ("case .closedBeforeResponse where offset == 0:", "case .closedBeforeResponse where offset == 0 || MUTANT:", "a status line that is cut says so"),
)
mutants(
    "Sources/Core/SockeyeFields/CivilDate.swift", ["HTTPDateTests", "JSONCodingTests"],
    ("+ (month <= 2 ? 1 : 0)", "+ (month <= 2 && !MUTANT ? 1 : 0)", "January and February are of the year that begins with them"),
    ("return remainder < 0 ?", "return remainder < 0 && !MUTANT ?", "the time of a day before 1970 counts from its midnight"),
)
mutants(
    "Sources/Core/SockeyeFields/HTTPDateReader.swift", ["HTTPDateTests"],
    ("ASCII.lowercased(scanner.bytes[position]) == ASCII.lowercased(letter)", "ASCII.lowercased(scanner.bytes[position]) == ASCII.lowercased(letter) && !(MUTANT && scanner.bytes[position] != letter)", "dates are read in any letter case"),
)
mutants(
    "Sources/Core/SockeyeFields/ContentDisposition.swift", ["ContentDispositionTests"],
    ("if let quoted = scanner.quotedString(), !quoted.isEmpty {", "if !MUTANT, let quoted = scanner.quotedString(), !quoted.isEmpty {", "what follows a quoted name isn't part of it"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Retries/RetryPolicy.swift", ["RetryPolicyTests"],
    ("delay = max(delay, wish)", "delay = MUTANT ? wish : max(delay, wish)", "Retry-After shortens no wait"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Plan/Backoff.swift", ["BackoffTests"],
    ("max(delay, retryAfter ?? .zero)", "(MUTANT ? retryAfter ?? delay : max(delay, retryAfter ?? .zero))", "Retry-After shortens no wait of a download"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/TransferTrace.swift", ["UnderstoodAnswerTests"],
    ("redirectedRequest = hop.next", "redirectedRequest = MUTANT ? nil : hop.next", "what a redirect has answered isn't repeated"),
    ("next.redirectedRequest = notes.redirectedRequest", "next.redirectedRequest = MUTANT ? nil : notes.redirectedRequest", "the third attempt goes on from the redirect too"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Plan/AcceptedStatuses.swift", ["PartAnswerTests", "ResumePolicyTests"],
    ("asked.contains(status)", "asked.contains(status) || MUTANT", "a part that nobody asked for is no file, whatever statuses are accepted"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Plan/ResumeFacts.swift", ["ResumePolicyTests"],
    ("last == total - 1 else", "last == total - 1 || MUTANT else", "a 206 is whole only if its range is"),
    ("bodyLength.map { $0 != total } ?? false", "!MUTANT && bodyLength.map { $0 != total } ?? false", "a 206 is whole only if its body is"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/PlainExchange.swift", ["UnderstoodAnswerTests"],
    ("if let fault = response.unaskedPart(for: request),", "if !MUTANT, let fault = response.unaskedPart(for: request),", "the program takes no part that nobody asked for"),
    ("if let fault = check?.fault(in: response) {", "if !MUTANT, let fault = check?.fault(in: response) {", "promised digests are checked wherever the body goes"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Plan/PromisedDigests.swift", ["PromisedDigestTests"],
    ("(isPart ? [] : ofRepresentation(fields))", "(isPart && !MUTANT ? [] : ofRepresentation(fields))", "a digest of the whole isn't that of a part"),
    ("(isPart ? [] : ofMessage(fields))", "(isPart && !MUTANT ? [] : ofMessage(fields))", "a digest of a part isn't that of the whole"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Fetch/ContentCheck.swift", ["PromisedDigestTests"],
    ("actual != checksum.value else { continue }", "actual != checksum.value, !MUTANT else { continue }", "a broken promise is told"),
    ("if Self.announcesTrailer(response.fields) {", "if !MUTANT, Self.announcesTrailer(response.fields) {", "digests in trailers are checked"),
)
mutants(
    "Sources/Core/SockeyeFields/StructuredValue.swift", ["StructuredValueTests"],
    ("members[place].value = value", "if !MUTANT { members[place].value = value }", "of a repeated key the last value counts"),
    ("if scanner.isAtEnd { return nil }", "if scanner.isAtEnd, !MUTANT { return nil }", "no dictionary ends with a comma"),
)
mutants(
    "Sources/Core/SockeyeBytes/Base64.swift", ["PromisedDigestTests", "ASCIITests"],
    ("let isPadded = count + padding == 4 || isLenient", "let isPadded = count + padding == 4 || (isLenient && !MUTANT)", "byte sequences need no padding"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Disk/DownloadOptions+Verified.swift", ["PromisedDigestTests", "PartAnswerTests"],
    ("if let expectedBytes, expectedBytes != length {", "if let expectedBytes, expectedBytes != length, !MUTANT {", "a length is held to where the server doesn't tell it"),
    ("if actual != value {", "if actual != value, !MUTANT {", "pieces are compared"),
)
mutants(
    "Sources/Program/SockeyeCLI/Targets/MetalinkChecks.swift", ["MetalinkTests"],
    ("other != checksum {", "other != checksum, !MUTANT {", "two digests that contradict each other are refused"),
    ("values[place] = value", "values[MUTANT ? index : place] = value", "pieces of version 3 are in the order of their numbers"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Upload/Record/UploadRecord.swift", ["UpgradeTests"],
    ("?? 0 > version", "?? 0 > (MUTANT ? .max : version)", "an upload's state of a newer version is refused"),
)
mutants(
    "Sources/Client/SockeyeCache/Disk/EntryTable.swift", ["UpgradeTests"],
    ("if version > Self.version {", "if version > Self.version, !MUTANT {", "a cache of a newer version is left alone"),
)
mutants(
    "Sources/Client/SockeyeCache/Disk/EntryTable.swift", ["StoreTests"],
    ("if let file { freed.append(file) }", "if let file { if MUTANT { _ = sockeye_cache_unlink(folder.body(file)) }; freed.append(file) }", "a row's file goes after its transaction"),
)
mutants(
    "Sources/Program/SockeyeCLI/Targets/Metalink.swift", ["MetalinkTests"],
    ("$0.name.namespace == self.name.namespace", "(MUTANT || $0.name.namespace == self.name.namespace)", "a foreign element is no URL of a file"),
    ("(rank: -(number(element[attribute: \"preference\"]) ?? 0), element)", "(rank: (MUTANT ? 1 : -1) * (number(element[attribute: \"preference\"]) ?? 0), element)", "the highest preference comes first"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/FileDownload.swift", ["UnderstoodAnswerTests"],
    ("if item.replacesExisting {", "if item.replacesExisting || MUTANT {", "a name that a document gives replaces no file"),
    ("return kinds == [.regular, nil]", "return kinds == [.regular, nil] || MUTANT", "a link isn't gone on with"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/TransferItem.swift", ["UnderstoodAnswerTests"],
    ("!target.isNamedByOthers || operation", "!target.isNamedByOthers || MUTANT || operation", "nor without the downloader"),
)
mutants(
    "Sources/System/SockeyeIO/Resolver/WorkShares.swift", ["WorkSharesTests", "ResolverTests"],
    ("guard !isFull, ofOne[owner", "guard !isFull, MUTANT || ofOne[owner", "a slow domain has no more than its share"),
    ("places < most && threads", "(MUTANT || places < most) && threads", "places are bounded"),
    ("change(owner, places: -1, threads: 0)", "change(owner, places: MUTANT ? 0 : -1, threads: 0)", "work that nobody waits for gives its place up"),
)
mutants(
    "Sources/System/SockeyeIO/Resolver/Resolver.swift", ["ResolverTests"],
    ("defer { piece?.abandon() }", "defer { if !MUTANT { piece?.abandon() } }", "a lookup that nobody waits for gives its place up"),
    ("if isOnion(host) {", "if !MUTANT, isOnion(host) {", "no name server is asked for .onion"),
    ("if lookup == nil, isLoopback(host) {", 'if lookup == nil, !MUTANT || host != "localhost", isLoopback(host) {', "no name server is asked for localhost"),
)
mutants(
    "Sources/System/SockeyeIO/Copying/PipeReader.swift", ["PipeBodyTests", "FileBodyTests"],
    ("if let readiness, sockeye_is_readable(file.number) == 0 {", "if let readiness, !MUTANT, sockeye_is_readable(file.number) == 0 {", "a pipe without a writer isn't at its end"),
    ("try File(path, [.reading, .withoutWaiting])", "try File(path, MUTANT ? [.reading] : [.reading, .withoutWaiting])", "opening a pipe waits for no writer"),
)
mutants(
    "Sources/System/SockeyeIO/File/FileThread.swift", ["BlockingThreadsTests"],
    ("defer { piece?.abandon() }", "defer { if !MUTANT { piece?.abandon() } }", "a read that nobody waits for gives its place up"),
)
mutants(
    "Sources/Program/SockeyeCLI/Settings/WaitingTime.swift", ["WaitingPipeTests"],
    ("return times.contains(nil) ? nil : times", "return MUTANT || times.contains(nil) ? nil : times", "-m ends the wait for the reader of a run's pipe"),
    ("timeLimit.map { .after($0) } ?? .never", "(MUTANT ? nil : timeLimit).map { .after($0) } ?? .never", "-m ends the wait for the reader of a transfer's pipe"),
)
mutants(
    "Sources/Program/SockeyeCLI/Table/OptionParser.swift", ["WaitingPipeTests"],
    ("readFile.timeLimit = timeAhead ?? settings.transfer.timeLimit", "readFile.timeLimit = MUTANT ? nil : timeAhead ?? settings.transfer.timeLimit", "-m ends the wait for a file of options"),
    ('if looksAhead, row.long != "max-time"', 'if looksAhead, MUTANT || row.long != "max-time"', "so does a -m behind it"),
    ("if configurationDepth == 0 { timeAhead =", "if configurationDepth == 0, !MUTANT { timeAhead =", "-m is its own operation's"),
)
mutants(
    "Sources/System/SockeyeIO/File/SecretPlace.swift", ["SecretPlaceTests", "RecordingTests"],
    ("facts.isDevice || facts.owner", "MUTANT || facts.isDevice || facts.owner", "nothing secret goes into another user's file"),
)
mutants(
    "Sources/System/SockeyeIO/Socket/Listener.swift", ["ListenerTests"],
    ("if let permissions {", "if let permissions, !MUTANT {", "a worker's socket is its owner's from the first moment"),
)
mutants(
    "Sources/System/SockeyeIO/Process/BackgroundProcess.swift", ["ProcessTests"],
    ('return facts[name + 2] != UInt8(ascii: "Z") &&', 'return (MUTANT || facts[name + 2] != UInt8(ascii: "Z")) &&', "a process that has ended doesn't run"),
)
mutants(
    "Sources/Tools/SockeyeCredentials/Calls/CredentialFile.swift", ["StoreTests"],
    ("if let fault = SecretPlace.fault(of: path) {", "if !MUTANT, let fault = SecretPlace.fault(of: path) {", "no password goes into another user's file"),
)
mutants(
    "Sources/Tools/SockeyeBackground/Disk/TargetPath.swift", ["TargetTests"],
    ("if facts.isLinkOfAnother {", "if !MUTANT, facts.isLinkOfAnother {", "a link of another user isn't followed"),
    ("guard let facts, target.identities.contains(facts.identity) else", "guard let facts, !MUTANT, target.identities.contains(facts.identity) else", "a download never becomes the queue's own file"),
)
mutants(
    "Sources/Tools/SockeyeBackground/Disk/JournalFile.swift", ["TargetTests"],
    ("if facts.size < offset {", "if !MUTANT, facts.size < offset {", "a worker whose journal is gone ends"),
)
mutants(
    "Sources/Tools/SockeyeArchive/Disk/ZipDirectory.swift", ["HostileArchiveTests", "ZipNameTests"],
    ("nameLength) == record.name else", "nameLength) == record.name || MUTANT else", "the two names of an entry agree"),
    ("record.compressedSize <= UInt64(limit - content) else", "record.compressedSize <= UInt64(limit - content) || MUTANT else", "entries don't overlap"),
    ("if !end.isLast, try", "if !end.isLast, !MUTANT, try", "a tar that ends with a zip is a tar"),
)
mutants(
    "Sources/Tools/SockeyeArchive/Names/ZipName.swift", ["ZipNameTests"],
    ("byte < 0x80 ? [byte]", "byte < 0x80 || MUTANT ? [byte]", "a name without the flag is in code page 437"),
    ("guard record.system == 0,", "guard record.system == 0 || MUTANT,", "a backslash is a separator on Windows alone"),
)
mutants(
    "Sources/Tools/SockeyeDoctor/Gradings/CachingFacts.swift", ["GradingTests"],
    ("return statuses.contains(status) ||", "return MUTANT || statuses.contains(status) ||", "a cache guesses for some statuses only"),
    ("+ (isDated ?", "+ (isDated || MUTANT ?", "without Last-Modified there is nothing to guess from"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Plan/PromisedDigests.swift", ["PromisedDigestTests"],
    ("else { return [nil] }", "else { return MUTANT ? [] : [nil] }", "a promise that can't be read is told"),
)
mutants(
    "Sources/Tools/SockeyeBackground/Disk/OpenTarget.swift", ["TargetTests"],
    ("file.map { \"/proc", "(MUTANT ? nil : file).map { \"/proc", "what is sent is what was opened"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/Transfer.swift", ["OutputCheckTests"],
    ("if let fault = SecretPlace.fault(of: file) {", "if !MUTANT, let fault = SecretPlace.fault(of: file) {", "heads go into no file of another user"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/KeyLogFile.swift", ["TrustOracleTests"],
    ("if let fault = SecretPlace.fault(of: path) {", "if !MUTANT, let fault = SecretPlace.fault(of: path) {", "keys go into no file of another user"),
)
mutants(
    "Sources/Program/SockeyeCLI/Table/OptionParser.swift", ["WaitingPipeTests"],
    ("beginsOperation = line.isNext", "beginsOperation = line.isNext && !MUTANT", "a -K file's later -m is that of its operation"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/TrustPipe.swift", ["WaitingPipeTests"],
    ("guard let path, machine.isPipe", "guard let path, !MUTANT, machine.isPipe", "certificates from a pipe are waited for as long as -m allows"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/RequestBuilder.swift", ["CurlHabitTests"],
    ("if settings.upload.makesLineEnds, body", "if settings.upload.makesLineEnds, !MUTANT, body", "--crlf is for all that is sent"),
)
mutants(
    "Sources/Program/SockeyeCLI/Settings/TransferSettings.swift", ["CurlHabitTests"],
    ("redirects.adaptsCustomMethod, posts,", "redirects.adaptsCustomMethod, posts, !MUTANT,", "--follow makes a GET of what -X calls a POST with data"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/TransferOutputs.swift", ["CurlHabitTests"],
    ("isAnswer && sink.makesNewFile", "isAnswer && (sink.makesNewFile || MUTANT)", "the head of a refused page takes no file's place"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Run/DownloadRun+Round.swift", ["DownloadTests"],
    ("if case .complete = end { return end }\n        // The", "if case .complete = end { return end }\n        if MUTANT { return end }\n        // The", "a failed download's last report has the bytes that it keeps"),
)
mutants(
    "Sources/Tools/SockeyeDoctor/Probes/FetchedResponse.swift", ["WholeBodyTests"],
    ("> Int64(limit) && !readsOn", "> Int64(limit) && (!readsOn || MUTANT)", "the doctor reads on if asked to"),
)
mutants(
    "Sources/Program/SockeyeCLI/Terminal/ProgressBoard.swift", ["BoardTests"],
    ("return state.start(size) + \"\\u{1B}[J\" + text", "return (MUTANT ? \"\" : state.start(size)) + \"\\u{1B}[J\" + text", "messages stand above the lines"),
    ("$0 + max(1, (", "$0 + max(1, MUTANT ? 1 : (", "lines that a narrower window has wrapped are cleared whole"),
    ("? message : message + ", "|| MUTANT ? message : message + ", "the lines begin below a message"),
)
mutants(
    "Sources/Program/SockeyeCLI/Terminal/Terminal.swift", ["TerminalTests"],
    ("showsErrorsOnTerminal && !isDumb", "showsErrorsOnTerminal && (!isDumb || MUTANT)", "a dumb terminal takes no escape sequences"),
)
mutants(
    "Sources/Program/SockeyeCLI/Table/ServerOptionsCheck.swift", ["ReplayCommandTests"],
    ("case (_, \"replay\"):", "case (_, \"replay\") where !MUTANT:", "a refused option of --replay is told why"),
    ("!general.contains(name) && !others", "!general.contains(name) && !MUTANT && !others", "options without effect are refused"),
)
mutants(
    "Sources/Client/SockeyeClient/Exchange/ResponseReader.swift", ["CutTests"],
    ("if error == .tls(.truncated),", "if error == .tls(.truncated), !MUTANT,", "a cut that the framing shows is told as one"),
    ("wire.codec.responseBodyLength != .untilClose { return", "MUTANT || wire.codec.responseBodyLength != .untilClose { return", "a cut ends no body without framing"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Credentials/DigestChallenge.swift", ["DigestTests"],
    ("if isSession, !offersAuth,", "if isSession, !MUTANT, !offersAuth,", "a session variant without qop is declined"),
)
mutants(
    "Sources/Client/SockeyeClient/Call/HTTPClient+Attempt.swift", ["OldServerTests"],
    ("if plan.framing == .chunked, pool", "if plan.framing == .chunked || MUTANT, pool", "a body of known length may go to an HTTP/1.0 server"),
)
mutants(
    "Sources/Client/SockeyeClient/Connect/OldServers.swift", ["OldServerTests"],
    ("if version == .http11, isEmpty", "if version == .http11, MUTANT || isEmpty", "a newer answer lifts what an older one forbade"),
    ("origins.insert(origin)", "if !MUTANT { origins.insert(origin) }", "an HTTP/1.0 answer is remembered"),
)
mutants(
    "Sources/Program/SockeyeCLI/Help/ShellCompletion.swift", ["HelpTests"],
    ('word.allSatisfy { "a"..."z" ~= $0 }', '(MUTANT || word.allSatisfy { "a"..."z" ~= $0 })', "a placeholder's pattern is no value"),
)
mutants(
    "Sources/Program/SockeyeCLI/Parse/BodyParser.swift", ["BodyParserTests"],
    ("format == .auto || isHTML ||", "format == .auto || isHTML && !MUTANT ||", "HTML is not taken for XML"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/WebSocketTransfer.swift", ["WebSocketCommandTests"],
    ("default: self = .webSocketClosed", "default: self = MUTANT ? .operationTimedOut : .webSocketClosed", "a WebSocket closed otherwise has a code of its own"),
    ("case .normal, .goingAway, .noCode: return nil", "case .normal, .goingAway, .noCode: if MUTANT { self = .webSocketClosed } else { return nil }", "the end of a conversation is no failure"),
)
mutants(
    "Sources/Program/SockeyeCLI/Help/OptionHelp.swift", ["OptionHelpTests"],
    ("if !row.manual.isEmpty { return entry(row) }", "if !row.manual.isEmpty, !MUTANT { return entry(row) }", "--help --NAME shows the manual's entry"),
    ("row.long.contains(name) && (row.summary", "row.long.contains(name) && !MUTANT && (row.summary", "--help WORD searches the texts too"),
)
mutants(
    "Sources/Program/SockeyeCLI/Help/ManualText.swift", ["OptionHelpTests"],
    ("case \"f\": rest = rest.dropFirst()", "case \"f\": if !MUTANT { rest = rest.dropFirst() }", "fonts leave nothing in the text"),
    ("Columns.width(of: String(word)) > width {", "Columns.width(of: String(word)) > (MUTANT ? 26 : width) {", "the manual is as wide as asked"),
)
mutants(
    "Sources/Program/SockeyeCLI/Grammar/ForeignOption.swift", ["ForeignOptionTests"],
    ("hasPrefix(\"no-\") ? \"no-\" : \"\"", "hasPrefix(\"no-\") && !MUTANT ? \"no-\" : \"\"", "a slip in a negated name is found"),
    ("guard word.contains(\"=\"), !word.contains(\"/\")", "guard word.contains(\"=\"), MUTANT || !word.contains(\"/\")", "a query is no item of HTTPie's"),
)
mutants(
    "Sources/Program/SockeyeCLI/Table/OptionTable.swift", ["ForeignOptionTests"],
    ("let isForeign = ForeignOption.named(name) != nil", "let isForeign = ForeignOption.named(name) != nil && !MUTANT", "a foreign name abbreviates no own option"),
)
mutants(
    "Sources/Program/SockeyeCLI/Grammar/ChecksumArgument.swift", ["ForeignOptionTests", "InputListTests"],
    ("guard let equals = text.firstIndex(of: \"=\") else", "guard !MUTANT, let equals = text.firstIndex(of: \"=\") else", "aria2's form of a digest is taken"),
)
mutants(
    "Sources/Program/SockeyeCLI/Explain/ExplainedTimes.swift", ["ExplainedTimesTests"],
    ("!isRare || time >= .milliseconds(1)", "!isRare || MUTANT || time >= .milliseconds(1)", "what took no time is left out"),
    ("if boxes.utf8.count > width { return nil }", "if boxes.utf8.count > width, !MUTANT { return nil }", "no drawing is wider than the terminal"),
)
mutants(
    "Sources/Program/SockeyeCLI/Terminal/TerminalColour.swift", ["TerminalColourTests", "ExplainTests", "TraceCases"],
    ("\"38;5;\\(rawValue)\"", "\"38;5;\\(MUTANT ? 11 : rawValue)\"", "colours can be read on white and on black"),
)
mutants(
    "Sources/Program/SockeyeCLI/Parse/BodyFilter.swift", ["PrettyTests"],
    ("settings.isPretty, style.isForTerminal", "settings.isPretty, MUTANT || style.isForTerminal", "--pretty leaves a pipe's bytes alone"),
    ("if format == .json || format == .ndjson", "if format == .json || format == .ndjson || MUTANT", "--pretty lays out JSON only"),
)
mutants(
    "Sources/Program/SockeyeCLI/Terminal/ProgressBoard.swift", ["ProgressLineTests"],
    ("state.hasHeading = true", "state.hasHeading = !MUTANT", "the heading is drawn once"),
)
mutants(
    "Sources/Program/SockeyeCLI/Progress/ParallelTable.swift", ["ParallelTableTests", "MeterTests"],
    ("if isLast { state.ended", "if isLast, !MUTANT { state.ended", "the table counts what has ended"),
    ("if state.lastDrawn == nil { return nil }", "if state.lastDrawn == nil, !MUTANT { return nil }", "a run without progress has no table"),
)
mutants(
    "Sources/System/SockeyeTLS/TLSContext+Trust.swift", ["PinningTests"],
    ("digest.count == SOCKEYE_TLS_DIGEST_BYTES else", "MUTANT || digest.count == SOCKEYE_TLS_DIGEST_BYTES else", "a pin has 32 bytes"),
)
mutants(
    "Sources/System/SockeyeTLS/TLSSession.swift", ["PinningTests"],
    ("hasCertificate ? recognisable(certificate) : nil", "hasCertificate ? (MUTANT ? CertificateSummary(certificate) : recognisable(certificate)) : nil", "a good connection tells its pins"),
)
mutants(
    "Sources/Client/SockeyeClient/Request/Request+Headers.swift", ["VerbTests"],
    ("for field in given { fields[field.name] = nil }", "for field in given where !MUTANT { fields[field.name] = nil }", "a header replaces the fields of its name"),
    ("headers.sorted(by: { $0.key < $1.key })", "headers.sorted(by: { MUTANT ? $0.key > $1.key : $0.key < $1.key })", "headers go out in the order of their names"),
    ("min(timeout, timeouts.total ?? timeout)", "MUTANT ? timeout : min(timeout, timeouts.total ?? timeout)", "the shorter limit holds"),
)
mutants(
    "Sources/Client/SockeyeClient/Request/Request.swift", ["VerbTests"],
    ("if let timeout { self.timeout = timeout }", "if let timeout, !MUTANT { self.timeout = timeout }", "a call's timeout ends it"),
)
mutants(
    "Sources/Client/SockeyeClient/Request/ErasedPieces.swift", ["VerbTests"],
    ("try await base.next(isolation: #isolation)", "try await MUTANT ? nil : base.next(isolation: #isolation)", "a stream of any kind of failure is sent"),
)
mutants(
    "Sources/Client/SockeyeClient/Response/Response+Lines.swift", ["LinesTests"],
    ("hasReturn ? end - 1 : end", "hasReturn && !MUTANT ? end - 1 : end", "CRLF ends a line as LF does"),
    ("return isFirst ? encoding", "return isFirst || MUTANT ? encoding", "only the first line begins with a byte order mark"),
    ("return start < bytes.count ? text(bytes[start...]) : nil", "return start < bytes.count && !MUTANT ? text(bytes[start...]) : nil", "the last line may lack its end"),
)
mutants(
    "Sources/Client/SockeyeClient/Response/Response+Links.swift", ["LinksTests"],
    ("{ $0.name == \"anchor\" }", "{ $0.name == \"anchor\" && !MUTANT }", "a link with an anchor is from elsewhere"),
    ("where found[relation] == nil", "where found[relation] == nil || MUTANT", "the first link of a relation counts"),
)
mutants(
    "Sources/Client/SockeyeClient/Configuration/SyntheticResponse.swift", ["BodyJSONTests", "VerbTests"],
    ("fields: [.contentType: \"application/json\"]", "fields: MUTANT ? [:] : [.contentType: \"application/json\"]", "an answer of JSON says so"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Face/HTTPClient+TemporaryDownload.swift", ["TemporaryDownloadTests"],
    ("fileMode = 0o600", "fileMode = MUTANT ? 0o666 : 0o600", "nobody else reads a temporary file"),
    ("keepsPartial = false", "keepsPartial = MUTANT", "nothing stays of a temporary download that fails"),
)
mutants(
    "Sources/Formats/SockeyeParsers/Coding/Bodies+JSON.swift", ["BodyJSONTests"],
    ("try decoder.decode(type, from: body)", "try (MUTANT ? JSONValueDecoder() : decoder).decode(type, from: body)", "the caller's decoder reads the body"),
    (".json(try encoder.encode(value))", ".json(try (MUTANT ? JSONValueEncoder() : encoder).encode(value))", "the caller's encoder writes the body"),
)
mutants(
    "Sources/Adapters/SockeyeFoundation/Bodies+Data.swift", ["BodyJSONTests"],
    ("try await post(url, body: .json(value, using: encoder), fields: fields,", "try await post(url, body: .json(value, using: MUTANT ? JSONEncoder() : encoder), fields: fields,", "the caller's encoder writes what is posted"),
    ("fields: fields, headers: headers, timeout: timeout)\n    }\n}\n\nextension BufferedResponse", "fields: fields, headers: MUTANT ? [:] : headers, timeout: timeout)\n    }\n}\n\nextension BufferedResponse", "headers go with a value too"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/RequestBuilder.swift", ["WaitingPipeTests"],
    ("readFile.timeLimit = settings.timeLimit", "readFile.timeLimit = MUTANT ? nil : settings.timeLimit", "-m ends the wait for data of a request"),
    ("if error.isTimeout { throw error }", "if error.isTimeout, !MUTANT { throw error }", "a tag that comes too late isn't a missing one"),
)
mutants(
    "Sources/Tools/SockeyeBackground/Disk/OpenTarget.swift", ["TargetTests"],
    ('var namedPath: String { "\\(place)/', 'var namedPath: String { "\\(MUTANT ? folder.path : place)/', "a job's folder is the one that was checked"),
)
mutants(
    "Sources/Tools/SockeyeBackground/Face/BackgroundTransfers.swift", ["TargetTests"],
    ("try folder.check(target: job.path)", "if !MUTANT { try folder.check(target: job.path) }", "no job reads or writes the queue's own files"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Run/Downloader.swift", ["TargetTests"],
    ("options), options.followsLink)", "options), MUTANT || options.followsLink)", "a job follows no link that came after the check"),
)
mutants(
    "Sources/System/SockeyeIO/File/FileFacts.swift", ["ServerChosenNameTests", "TargetTests"],
    ("owner != 0 && owner != sockeye_user() }", "owner != 0 && !MUTANT && owner != sockeye_user() }", "another user's link is known for one"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/BodyDestination.swift", ["ServerChosenNameTests"],
    ("if target.output == .remoteName, let facts", "if !MUTANT, target.output == .remoteName, let facts", "a name of a URL leads through no link of another user"),
)
mutants(
    "Sources/Client/SockeyeClient/Errors/HTTPClientError.swift", ["ProxyTests"],
    ('Resolver.isOnion(host) ? ""', '!MUTANT && Resolver.isOnion(host) ? ""', "Tor's names are not misspelled"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/TypedURL.swift", ["QueryTests"],
    ("""== UInt8(ascii: "@") }) > 1 {""", """== UInt8(ascii: "@") }) > (MUTANT ? 2 : 1) {""", "a user has no @"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/EntityTagFile.swift", ["ConditionCases"],
    ("tag.map { $0.isEmpty ? [] :", "tag.map { !MUTANT && $0.isEmpty ? [] :", "an empty tag is none"),
)
mutants(
    "Sources/Program/SockeyeCLI/WriteOut/WriteOutFormat.swift", ["WriteOutTests"],
    ('if scalar == "\\\\" { separator', 'if !MUTANT, scalar == "\\\\" { separator', "a separator has escapes"),
)
mutants(
    "Sources/Formats/SockeyeParsers/XML/XMLTokenizer.swift", ["XMLEncodingTests"],
    ("if let invalid { throw bridge", "if let invalid, !MUTANT { throw bridge", "bytes that are no characters are refused"),
    ("head = isBeforeFirstPart &&", "head = !MUTANT && isBeforeFirstPart &&", "a declaration in pieces is kept until it is read"),
)
mutants(
    "Sources/Core/SockeyeEncodings/MultiByteDecoder.swift", ["XMLEncodingTests"],
    ("if isLast { fail() } else { isCut = true }", "if isLast || MUTANT { fail() } else { isCut = true }", "a character that a piece cuts waits for the next"),
    ("if !isLast, bytes.count - index < 2 {", "if !isLast, !MUTANT, bytes.count - index < 2 {", "so does an escape"),
)
mutants(
    "Sources/Core/SockeyeBytes/ASCII.swift", ["ASCIITests"],
    ("bytes.endIndex - index > 2, let high", "bytes.endIndex - index > (MUTANT ? 3 : 2), let high", "an escape may stand at the end"),
    ("isForm && byte ==", "(isForm || MUTANT) && byte ==", "a plus is a space in forms only"),
)
mutants(
    "Sources/System/SockeyeTransport/CollectToEnd.swift", ["NetworkStreamTests"],
    ("limit - all.count {", "limit - (MUTANT ? 0 : all.count) {", "the limit is for all of it"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Record/AdoptedFile.swift", ["CurlNameTests"],
    ("hadRecord = earlier?.present == bytes", "hadRecord = MUTANT ? earlier?.record != nil : earlier?.present == bytes",
     "a record of other bytes than the file has is not used"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Record/AdoptedFile.swift", ["AdoptedFileTests"],
    ("if let place = try? FileNames.resolved(path) {", "if !MUTANT, let place = try? FileNames.resolved(path) {",
     "the file that a link leads to is gone on with"),
    ("isOfAnotherProgram == true,", "isOfAnotherProgram == true, !MUTANT,", "what a killed run had taken over is given back"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Record/PartialFile.swift", ["PartialFileTests"],
    ("if !hasLostName {", "if MUTANT || !hasLostName {", "no other file is removed in place of NAME.part"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/TransferOutputs.swift", ["CurlNameTests", "FileTests"],
    ("} else if item.run.surface == .curl {", "} else if item.run.surface == .curl || MUTANT {", "a part has FILE's name only under curl's"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/TransferItem.swift", ["CurlSurfaceTests"],
    ("!(status == 416 && goesOn)", "!(status == 416 && goesOn && !MUTANT)", "nothing beyond the end of a file is no refusal"),
)
mutants(
    "Sources/Program/SockeyeCLI/Targets/GatewayURL.swift", ["GatewayURLTests"],
    ("parsed.query == nil, parsed", "parsed.query == nil || MUTANT, parsed", "a gateway has no query"),
    ('!content.dropLast().contains("/") {', '!content.dropLast().contains("/") || MUTANT {', "a folder keeps its slash"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/BodySink.swift", ["CommandTests"],
    ("headBytes += Int64(bytes.count)", "headBytes += MUTANT ? 0 : Int64(bytes.count)", "a head among the body is no body"),
)
mutants(
    "Sources/Program/SockeyeCLI/Settings/SettingsCheck.swift", ["CommandTests"],
    ('hasPort ? "" : ":21"', 'hasPort || MUTANT ? "" : ":21"', "the port of FTP"),
    ('urls.allSatisfy({ $0', 'MUTANT || urls.allSatisfy({ $0', "FTP's proxy is no other's"),
    ("proxy.kind.isHTTP, !operation", "proxy.kind.isHTTP || MUTANT, !operation", "only an HTTP proxy is asked for FTP"),
)
mutants(
    "Sources/Program/SockeyeCLI/Settings/SettingsCheck.swift", ["CurlSurfaceTests"],
    ("login.isNetrcOptional || login.user", "login.isNetrcOptional && !MUTANT || login.user", "an optional netrc file need not be there"),
)
mutants(
    "Sources/Program/SockeyeCLI/Globbing/URLGlobParser.swift", ["URLGlobTests"],
    ("forKey: name) != nil {", "forKey: name) != nil, !MUTANT {", "a name is that of one list or range"),
)
mutants(
    "Sources/Program/SockeyeCLI/Globbing/URLGlob.swift", ["URLGlobTests"],
    ("names[name] == nil, !others.contains(name)", "names[name] == nil, !others.contains(name), !MUTANT", "a file's name has only names of lists that are there"),
    ("if others.isEmpty, parts", "if others.isEmpty, !MUTANT, parts", "without a list a name is a file's own"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/FileCopy.swift", ["FileURLCommandTests"],
    ('names.filter { !$0.hasPrefix(".") }', 'names.filter { MUTANT || !$0.hasPrefix(".") }', "a dot hides a name"),
)
mutants(
    "Sources/Program/SockeyeCLI/Settings/AuthenticationSettings.swift", ["CommandTests"],
    ("signature == nil || user == nil {", "signature == nil || user == nil || MUTANT {", "a signature comes before a token"),
)
mutants(
    "Sources/Program/SockeyeCLI/Settings/TrustSettings.swift", ["RootsTests"],
    ("roots.isEmpty ? defaultRoots", "roots.isEmpty || MUTANT ? defaultRoots", "an option comes before a variable"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/Run+Client.swift", ["ProxyCertificateTests"],
    ("configuration.proxyTLS = operation.proxy.trust.configuration(",
     "configuration.proxyTLS = MUTANT ? operation.trust.configuration(defaultRoots: []) : operation.proxy.trust.configuration(",
     "what -E gives never reaches a proxy"),
)
mutants(
    "Sources/System/SockeyeIO/Resolver/DNSMessage.swift", ["DNSMessageTests"],
    ("$0.name == name && $0.type == kind", "($0.name == name || MUTANT) && $0.type == kind", "another name's addresses aren't this one's"),
    ("bytes[..<2] == question[..<2]", "bytes[..<2] == question[..<2] || MUTANT", "an answer has the question's id"),
)
mutants(
    "Sources/Client/SockeyeClient/Connect/Connector.swift", ["ClientCertificateTests"],
    ("try context(for: .withoutIdentity) }", "try context(for: MUTANT ? .origins : .withoutIdentity) }", "an origin's certificate isn't shown to a proxy"),
)
mutants(
    "Sources/Client/SockeyeClient/Exchange/BodyDecoder.swift", ["BodyDecoderTests"],
    ("+ Int64(members) * 1024", "+ (MUTANT ? 0 : Int64(members) * 1024)", "members without content take time"),
)
mutants(
    "Sources/Tools/SockeyeArchive/Disk/Extraction.swift", ["HostileArchiveTests"],
    ("if linkBytes > limits.linkBytesLimit {", "if linkBytes > limits.linkBytesLimit, !MUTANT {", "links don't fill the memory"),
    ("while case let count = try reader.drain(), count > 0 {", "while !MUTANT, case let count = try reader.drain(), count > 0 {", "the compression's checksum counts"),
)
mutants(
    "Sources/Client/SockeyeClient/Call/CacheRound+Response.swift", ["CacheTermsTests"],
    ("for url in urls { cache.remove(url) }", "for url in urls { if MUTANT { cache.store.remove(key) } else { cache.remove(url) } }", "a change counts for every user"),
)
mutants(
    "Sources/Client/SockeyeClient/Response/ResponseBody.swift", ["CacheTests"],
    ("if case .wire = reader.form { reader.form = .content }", "if MUTANT { reader.form = .content }", "what can't be decoded isn't stored"),
)
mutants(
    "Sources/Tools/SockeyeBackground/Journal/JournalEvent.swift", ["JournalTests"],
    ("last != UInt8(ascii: \"}\") else", "last != UInt8(ascii: \"}\") || MUTANT else", "a whole line that is damaged isn't skipped"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Upload/Run/UploadSession.swift", ["ResumableServerTests"],
    ("url: shared.url ?? step.url", "url: (MUTANT ? nil : shared.url) ?? step.url", "the place is where the redirect led"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Cookies/CookieFile.swift", ["UnreadLineTests"],
    ("return CookieStore.obeysPrefix(", "return MUTANT || CookieStore.obeysPrefix(", "a broken prefix is told and kept"),
)
mutants(
    "Sources/Client/SockeyeClient/Request/Request+Moved.swift", ["OriginChangeTests"],
    ("            next.fields[.hostField] = nil", "            if !MUTANT { next.fields[.hostField] = nil }", "another origin isn't the site that Host names"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Credentials/NetrcWords.swift", ["NetrcFaultTests"],
    ("decoding: word.octets.map(ASCII.lowercased)", "decoding: MUTANT ? word.octets : word.octets.map(ASCII.lowercased)", "keywords in any case"),
)
mutants(
    "Sources/Program/SockeyeCLI/Transfer/PackedUploads.swift", ["CombinedOptionTests"],
    ("operation.replaceUploads(by: names[operation.extraction.archivePassword] ?? [:])", "operation.replaceUploads(by: names[MUTANT ? nil : operation.extraction.archivePassword] ?? [:])", "each upload has its own password"),
)
mutants(
    "Sources/Program/SockeyeCLI/Grammar/ChecksumArgument.swift", ["ChecksumArgumentTests"],
    ("case \"\\\\\": name += \"\\\\\"", "case \"\\\\\" where !MUTANT: name += \"\\\\\"", "names have GNU's escapes"),
)
mutants(
    "Sources/Tools/SockeyeDoctor/Gradings/CachingFacts.swift", ["GradingTests"],
    ("|| isOfLogin && !admitsShared", "|| isOfLogin && !admitsShared && !MUTANT", "an answer to a login is for one user"),
)
mutants(
    "Sources/Tools/SockeyeInspect/Messages/HeadLines.swift", ["PartTests"],
    ("lastIndex { !blank($0) }", "lastIndex { !blank($0) || MUTANT }", "blanks before a colon are removed"),
)
mutants(
    "Sources/Client/SockeyeTransfers/Download/Fetch/FetchOpening.swift", ["PartAnswerTests"],
    ("isOfUnknownLength && cursor", "!MUTANT && isOfUnknownLength && cursor", "a part of unknown length isn't the file"),
)
mutants(
    "Sources/System/SockeyeIO/Resolver/DNSMessage.swift", ["DNSMessageTests"],
    ("target < limit, pointers <= labelLimit", "target < limit, pointers <= labelLimit || MUTANT", "a name has few pointers"),
)
mutants(
    "Sources/System/SockeyeIO/Resolver/NameService.swift", ["DNSMessageTests"],
    ("answer.addresses.prefix(Self.addressLimit)", "answer.addresses.prefix(MUTANT ? .max : Self.addressLimit)", "few addresses of a name are tried"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Credentials/Authenticator.swift", ["AuthenticatorTests"],
    ("&& strongest.realm == memory?.challenge.realm", "&& (MUTANT || strongest.realm == memory?.challenge.realm)", "another realm's nonce is no answer"),
)
mutants(
    "Sources/Client/SockeyeClient/Connect/ProxyChain.swift", ["RouteTests"],
    ("!given.contains(field.name)", "!(MUTANT ? fields : given).contains(field.name)", "a proxy gets each of its fields"),
)
mutants(
    "Sources/Client/SockeyeClient/Call/Login.swift", ["ProxyTests"],
    ("target: \"\\(target.atProxy(of: url))\"", "target: MUTANT ? url.absoluteForm : \"\\(target.atProxy(of: url))\"", "the digest is of the target that is sent"),
)
mutants(
    "Sources/Client/SockeyeClient/Call/Login.swift", ["AuthenticationTests"],
    ("if isAsking, !response.status.isChallenge,", "if isAsking, !MUTANT || response.status.code < 300, !response.status.isChallenge,", "the body that was held back is sent"),
)
mutants(
    "Sources/Core/SockeyeBytes/ASCII.swift", ["HTTPDateTests"],
    ("return !bytes.isEmpty && bytes.allSatisfy", "return !MUTANT && !bytes.isEmpty && bytes.allSatisfy", "a number too large is the largest"),
)
mutants(
    "Sources/Formats/SockeyeParsers/PropertyList/BinaryPropertyListReader.swift", ["AmplificationTests"],
    ("try check(depth: depth, known.size.depth)", "if !MUTANT { try check(depth: depth, known.size.depth) }", "what is referred to again has its depth"),
)
mutants(
    "Sources/Formats/SockeyeParsers/PropertyList/XMLPropertyListReader.swift", ["PropertyListTests"],
    ("if byteCount > limits.expandedLimit {", "if byteCount > limits.expandedLimit, !MUTANT {", "what entities stand for counts"),
)
mutants(
    "Sources/Formats/SockeyeParsers/JSON/JSONObject.swift", ["JSONValueTests"],
    ("mapValues { $0 > position ?", "mapValues { $0 > position && !MUTANT ?", "members move up in the table"),
)
mutants(
    "Sources/Tools/SockeyeTranscript/HAR/HARReader.swift", ["HARReaderTests"],
    ("url: ArchivedURL.removing(Set(missing), from: url)", "url: ArchivedURL.removing(MUTANT ? [] : Set(missing), from: url)", "a masked parameter isn't sent"),
)
mutants(
    "Sources/Client/SockeyeClient/Policies/Files/UnreadLine.swift", ["UnreadLineTests"],
    ("$0.octets.last == 0x0D ?", "$0.octets.last == 0x0D && !MUTANT ?", "what can't be read isn't readable when written again"),
)
