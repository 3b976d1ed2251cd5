// The calls that users of AsyncHTTPClient, Alamofire, requests and reqwest try first, with `import Sockeye` alone. Each stands below
// what it was there. `DocumentedLines` runs them against its server, whose answers are in `DocumentedLines.swift`.

import Sockeye

/// An answer that isn't what was expected.
public struct WrongAnswer: Error {
    /// Where.
    public var line: UInt
}

func expect(_ isAsExpected: Bool, line: UInt = #line) throws {
    if !isAsExpected { throw WrongAnswer(line: line) }
}

/// Makes the calls.
///
/// - Parameter server: what its URLs begin with; it answers requests to `/echo` with their bodies.
/// - Returns: the path of a temporary file, which the caller removes.
public func firstGuesses(server: String) async throws -> String {
    try await fetch(server)
    try await send(server)
    try await configure(server)
    try fake()
    try await watch(server)
    return try await receive(server)
}

/// The example of `ClientEvent`.
private struct Reasons: ExchangeObserver {
    var interests: ClientEvent.Interests { .reasons }

    func observe(_ event: ClientEvent) {
        if let (head, _) = event[.receivedHead] { print("status", head.status.code) }
        if let metrics = event[.measured] { print("sent", metrics.durations.send != nil) }
        print(event.name, event, event.clause?.link ?? "", separator: "; ")
    }

    func observe(_ bytes: RawSpan, of part: WirePart) {
        if part == .sentHead { print(bytes.byteCount) }
    }
}

private func watch(_ server: String) async throws {
    _ = try await HTTPClient.shared.send(.get("\(server)/"), observer: Reasons())
}

private func fetch(_ server: String) async throws {
    let client = HTTPClient.shared
    // requests.get(url), reqwest::get(url), AF.request(url)
    var reply = try await client.get("\(server)/")
    // r.status_code, response.statusCode
    try expect(reply.statusCode == 200)
    // r.status_code == requests.codes.ok, response.status == .ok
    try expect(reply.status == .ok)
    // r.text, .text().await?
    try expect(reply.text() == "Hello")
    // r.content, .bytes().await?
    try expect(reply.body.count == 5)
    // r.headers["Content-Type"]
    try expect(reply.fields[.contentType]?.hasPrefix("text/plain") == true)
    // r.url
    try expect(reply.url.path == "/")
    // r.history
    try expect(reply.history.isEmpty)
    // requests.get(url, headers={…}), AF.request(url, headers: […])
    reply = try await client.get("\(server)/", headers: ["Accept": "application/json"])
    // requests.get(url, timeout=5), client.execute(request, timeout: .seconds(5))
    reply = try await client.get("\(server)/", timeout: .seconds(5))
    // requests.get(url, params={…}), AF.request(url, parameters: […])
    reply = try await client.get("\(server)/", query: ["page": 2, "tags": ["a", "b"]])
    // all of them at once
    reply = try await client.get("\(server)/", query: ["page": 2], headers: ["X-Key": "k"], timeout: .seconds(5))
    // requests.head(url)
    try expect(try await client.head("\(server)/", headers: ["X-Key": "k"]).body.isEmpty)
    // r.links["next"]["url"]
    try expect(reply.links["next"] == nil)
    // HTTPURL for url::Url
    reply = try await client.get(HTTPURL("\(server)/"))
    // requests.get(url) in a script
    let text = try await Task.detached { try BlockingHTTPClient().get("\(server)/", timeout: .seconds(5)).text() }.value
    try expect(text == "Hello")
}

private func send(_ server: String) async throws {
    let client = HTTPClient()
    let (echo, headers) = ("\(server)/echo", ["X-Key": "k"])
    // requests.post(url, data={…}), .form(&params)
    var reply = try await client.post(echo, form: ["name": "x"])
    try expect(reply.text() == "name=x")
    // requests.post(url, data="…"), .body("…")
    reply = try await client.post(echo, body: .text("hello"), headers: headers, timeout: .seconds(5))
    try expect(reply.text() == "hello")
    // requests.put, .patch, .delete
    reply = try await client.put(echo, body: .bytes([1, 2]), headers: headers)
    reply = try await client.patch(echo, body: .text("x"), headers: headers)
    reply = try await client.delete(echo, headers: headers)
    // AF.upload(multipartFormData:), requests.post(url, files=…)
    reply = try await client.send(.post(echo, multipart: [.field("a", "b"), .bytes("f", [1], fileName: "f.bin")]))
    // request.body = .stream(AsyncStream)
    let (pieces, sender) = AsyncStream<[UInt8]>.makeStream()
    sender.yield([104, 105])
    sender.finish()
    reply = try await client.post(echo, body: .stream(pieces))
    try expect(reply.text() == "hi")
    // var request = HTTPClientRequest(url:); request.method = .POST; request.headers.add(…)
    var request = try Request(method: .post, url: echo, headers: ["Accept": "*/*"], timeout: .seconds(5))
    request.fields[.authorization] = "Bearer token"
    request.body = .text("x")
    request.timeout = .seconds(10)
    try expect(try await client.send(request).text() == "x")
    // .bearer_auth(token), .basic_auth(user, password)
    request.credential = .password(user: "me", "secret")
    // a bad header is an error, and no trap
    do throws(HTTPClientError) {
        _ = try await client.get(echo, headers: ["Bad Name": "x"])
        throw HTTPClientError(.prepare, origin: nil, cause: .cancelled)
    } catch {
        try expect("\(error)".contains("the name of a request field may not contain byte 0x20"))
    }
    await client.close()
}

private func receive(_ server: String) async throws -> String {
    let client = HTTPClient()
    // r.iter_lines(), response.body.lines
    var lines: [String] = []
    try await client.perform(.get("\(server)/lines", headers: ["Accept": "text/plain"])) { response in
        for try await line in response.lines { lines.append(line) }
    }
    try expect(lines == ["one", "two"])
    // r.iter_content(), response.chunk()
    var count = 0
    try await client.perform(.get("\(server)/")) { response in
        for try await piece in response.body { count += piece.count }
    }
    try expect(count == 5)
    // AF.download(url)
    let file = try await client.download("\(server)/")
    try expect(file.byteCount == 5 && !file.path.isEmpty)
    // AF.download(url, to: destination)
    _ = try await client.download("\(server)/", to: "first-guess.txt")
    // raise_for_status, validate()
    try expect(try await client.get("\(server)/missing").status.kind == .clientError)
    return file.path
}

private func configure(_ server: String) async throws {
    var configuration = HTTPClient.Configuration()
    // requests.Session().headers.update(…), default_headers(…)
    configuration.defaultFields[.acceptLanguage] = "de"
    // session.cookies, cookie_store(true)
    configuration.cookies = CookieJar()
    // allow_redirects=False, Policy::none()
    configuration.redirects = .never
    // gzip(true), decompression
    configuration.coding = .compressed
    // Retry(total=3), AF's RetryPolicy
    configuration.retry = RetryPolicy(attempts: 3)
    // proxies=…, Proxy::all(…)
    configuration.proxies = ProxySettings(http: try ProxyServer(parsing: "proxy.example.com:3128"))
    // PinnedCertificatesTrustEvaluator
    configuration.tls.pinning = Pinning(publicKeys: [Array(repeating: 0, count: 32)])
    // timeout=(3, 27), connect_timeout(…)
    configuration.timeouts = Timeouts(connect: .seconds(3), idle: .seconds(27))
    // verify=False, danger_accept_invalid_certs(true)
    configuration.tls.verifiesPeer = false
    _ = HTTPClient(configuration: configuration)
    // what the pin of a server is
    let reply = try await HTTPClient.shared.get("\(server)/")
    try expect(reply.connection.tls?.certificate?.serverKeyDigest == nil)
}

/// A test's answers.
private func fake() throws {
    _ = SyntheticResponse(body: "text")
    _ = SyntheticResponse(status: .notFound)
    _ = SyntheticResponse.json(Array("{}".utf8))
    _ = Interception.answer(SyntheticResponse(body: "text"))
}
