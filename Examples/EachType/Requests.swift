// Requests, forms and responses.

import Sockeye
import SockeyeClient
import SockeyeParsers
import SockeyeTesting

func requests(_ server: String, _ web: LoopbackServer) async throws {
    try await httpClient(server)
    try blockingHTTPClient(server)
    try await request(server, web)
    try form()
    try await multipartForm("\(server)/form")
    try await responseCheck("\(server)/user")
    try await requestProgress(server)
    try await syntheticResponse()
    try await httpClientError()
    try await attemptReading(server, web)
}

/// ``HTTPClient``: for most programs, the shared one.
func httpClient(_ server: String) async throws {
    let text = try await HTTPClient.shared.get("\(server)/").text()

    let client = HTTPClient()
    var count = 0
    try await client.perform(.get("\(server)/big")) { response in
        for try await piece in response.body { count += piece.count }
    }
    try expect(text == "Hello" && count == 300_000)
}

/// ``BlockingHTTPClient``: for scripts that aren't `async`.
func blockingHTTPClient(_ server: String) throws {
    var count = 0
    let client = try BlockingHTTPClient()
    print(try client.get("\(server)/").text())
    let big = try client.receive(.get("\(server)/big")) { bytes in count += bytes.byteCount }
    try expect(big.status == .ok && count == 300_000)
}

/// ``Request``: what `get`, `post` and the like make, to be changed before it is sent.
func request(_ server: String, _ web: LoopbackServer) async throws {
    var request = try Request.get("\(server)/list?page=2")
    request.fields[.acceptLanguage] = "de"
    _ = try await HTTPClient.shared.send(request)
    try expect(web.receivedRequests.last?["Accept-Language"] == "de")

    request = try Request(method: .put, url: "\(server)/a", headers: ["If-None-Match": "*"], body: .text("new"))
    try expect(try await HTTPClient.shared.send(request).status == .created)
}

/// ``Form``, ``Form.Member``, ``FormValue``, ``FormOptions``: members as PHP and Rails read them, or other servers.
func form() throws {
    let form: Form = ["user": ["name": "张三", "tags": ["a", "b"]], "age": 7, "isAdmin": false]
    try expect(form.encoded().hasSuffix("&age=7&isAdmin=0"))

    let colors: [FormValue] = ["red", "blue"].map { .text($0) }
    try expect(Form(colors.map { Form.Member("color", $0) }).encoded() == "color=red&color=blue")
    let filter: Form = ["id": [1, 2], "all": true, "name": nil]
    let options = FormOptions(arrays: .repeated, booleans: .words, nulls: .omitted)
    try expect(filter.encoded(options) == "id=1&id=2&all=true")
}

/// ``MultipartForm``: fields and files in one body.
func multipartForm(_ url: String) async throws {
    let client = HTTPClient()
    let reply = try await client.send(.post(url, multipart: [.field("user", "x"), .file("file", path: "a.png")]))
    try expect(reply.text().contains(#"name="file"; filename="a.png""#))

    var form = MultipartForm(subtype: .mixed, [.field("user", "x")])
    form.boundary = "cut"
    try expect(try await client.post(url, body: form.requestBody()).text().hasPrefix("--cut\r\n"))
}

/// ``ResponseCheck``: which statuses and media types are acceptable.
func responseCheck(_ url: String) async throws {
    let client = HTTPClient()
    let user = try await client.get(url).validate(.json).json(User.self)
    try expect(user == User(name: "Ada"))
    do {
        try await client.get(url).validate(ResponseCheck(200..<300, mediaTypes: ["text/csv"]))
        try expect(false)
    } catch let error as ResponseError {
        try expect(error == .mediaType("application/json", accepted: ["text/csv"]))
    }
}

/// ``RequestProgress``: how far a request is, without callbacks.
func requestProgress(_ server: String) async throws {
    let (client, request) = (HTTPClient(), try Request.get("\(server)/big"))
    let progress = RequestProgress()
    async let response = client.send(request, observer: progress)
    for await step in progress { print(step.received, step.expected ?? "?") }
    print(try await response.status)
    try expect(progress.current.received == 300_000)
}

/// ``SyntheticResponse``: an answer of an interceptor, without a server.
func syntheticResponse() async throws {
    struct Maintenance: RequestInterceptor {
        func prepare(_ request: Request) -> Interception {
            .answer(SyntheticResponse(status: .serviceUnavailable, fields: [.retryAfter: "60"], body: "soon"))
        }
    }
    var configuration = HTTPClient.Configuration()
    configuration.interceptors = [Maintenance()]
    let reply = try await HTTPClient(configuration: configuration).get("https://example.com/")
    try expect(reply.status == .serviceUnavailable && reply.text() == "soon")
}

/// ``HTTPClientError``: where a request failed, why, and who can do something about it.
func httpClientError() async throws {
    do {
        _ = try await HTTPClient.shared.get("http://127.0.0.1:1/")
        try expect(false)
    } catch let error as HTTPClientError {
        try expect(error.phase == .connect && error.party == .network && error.origin == "http://127.0.0.1:1")
    }
    let cancelled = HTTPClientError(.receive, origin: nil, cause: .cancelled)
    try expect(cancelled.party == .caller)
}

/// ``AttemptReading``: fields and an observer for every attempt.
func attemptReading(_ server: String, _ web: LoopbackServer) async throws {
    struct Tracing: AttemptInstrument {
        func begin(_ request: Request) -> AttemptReading {
            var fields = HTTPFields()
            if let name = HTTPField.Name("traceparent") { fields[name] = "00-1-2-01" }
            return AttemptReading(fields: fields)
        }
    }
    var configuration = HTTPClient.Configuration()
    configuration.instruments = [Tracing()]
    _ = try await HTTPClient(configuration: configuration).get("\(server)/")
    try expect(web.receivedRequests.last?["traceparent"] == "00-1-2-01")
}
