internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeStream

extension HTTPClient {
    /// More are a loop between an interceptor and a server that will not be content.
    private static let mostRounds = 10

    /// Performs a request through the configuration's interceptors.
    func intercepted(
        _ request: Request, observer: (any ExchangeObserver)?, _ handler: (Response) async throws -> Void
    ) async throws {
        var request = request
        var rounds = 0
        while true {
            let (prepared, answer) = try await prepare(request)
            // As sent on by each interceptor; those that the request never reached see nothing of its response.
            let passed = Array(zip(configuration.interceptors, prepared))
            rounds += 1
            let mayRepeat = rounds <= Self.mostRounds
            let last = prepared.last ?? request
            var isDelivered = false
            var next: Request?
            func deliver(_ response: Response) async throws {
                for (interceptor, request) in passed.reversed() {
                    let reaction = try await wrapping(response.url) {
                        try await interceptor.receive(response, to: request)
                    }
                    if case .again(let again) = reaction, mayRepeat {
                        try await response.discardBody()
                        next = again
                        return
                    }
                }
                isDelivered = true
                try await handler(response)
            }
            do {
                if let answer {
                    try await answering(last, with: answer, deliver)
                } else {
                    try await answerDirectly(last, observer: observer, deliver)
                }
            } catch let error as HTTPClientError {
                if !isDelivered {
                    for (interceptor, request) in passed.reversed() { await interceptor.failed(error, for: request) }
                }
                throw error
            }
            guard let next else { return }
            request = next
        }
    }

    /// Leads the request through the chain: as each interceptor gave it on, and the answer of one that did not.
    private func prepare(_ request: Request) async throws -> ([Request], SyntheticResponse?) {
        var prepared: [Request] = []
        for interceptor in configuration.interceptors {
            let last = prepared.last ?? request
            switch try await wrapping(try? request.url.get(), { try await interceptor.prepare(last) }) {
            case .proceed(let next): prepared.append(next)
            case .answer(let answer): return (prepared, answer)
            }
        }
        return (prepared, nil)
    }

    private func wrapping<Result>(
        _ url: HTTPURL?, _ body: () async throws -> Result
    ) async throws(HTTPClientError) -> Result {
        do {
            return try await body()
        } catch let error as HTTPClientError {
            throw error
        } catch {
            let cause: HTTPClientError.Cause = error is CancellationError ? .cancelled : .interceptor("\(error)")
            throw HTTPClientError(.prepare, origin: url?.origin, cause: cause)
        }
    }

    /// Gives an answer that no server gave to `handler`, as if it had come over a connection.
    private func answering(
        _ request: Request, with answer: SyntheticResponse, _ handler: (Response) async throws -> Void
    ) async throws {
        let url: HTTPURL
        do throws(HTTPURLError) {
            url = try request.url.get()
        } catch {
            throw HTTPClientError(.prepare, origin: nil, cause: .invalidURL(error))
        }
        let coding = request.coding ?? configuration.coding
        let silence: SilentSocket
        do throws(IOError) {
            silence = try SilentSocket(on: eventLoop)
        } catch {
            throw HTTPClientError(.prepare, origin: url.origin, cause: .network(error))
        }
        let exchange = try syntheticExchange(request, url, over: silence.socket)
        exchange.connection.leftover = answer.wireForm
        if case .stream(let pieces) = answer.content { exchange.synthetic = SyntheticBody(pieces) }
        defer {
            exchange.isOver = true
            exchange.connection.close()
            withExtendedLifetime(silence) {}
        }
        guard let head = try exchange.pollHead() else {
            throw HTTPClientError(.wait, origin: url.origin, cause: .interceptor("the answer has an interim status"))
        }
        exchange.status = head.status
        exchange.decoder = try exchange.makeDecoder(for: head, coding)
        try await handler(Response(head, url: url, exchange: exchange))
    }

    /// An exchange whose request counts as sent, over a connection whose other end says nothing.
    private func syntheticExchange(
        _ request: Request, _ url: HTTPURL, over socket: Socket
    ) throws(HTTPClientError) -> ActiveExchange {
        let origin = Origin(url)
        let details = ConnectionDetails(number: 0, host: origin.host, port: origin.port)
        let connection = Connection(origin: origin, stream: ByteStream(socket), details: details)
        var codec = Exchange(
            request: RequestHead(request, url: url, defaults: defaultFields), limits: configuration.limits
        )
        var unsent: [UInt8] = []
        do throws(HTTP1Error) {
            try codec.encodeHead(into: &unsent)
        } catch {
            throw HTTPClientError(.prepare, origin: url.origin, cause: .http(error))
        }
        let deadlines = Deadlines(request.timeouts ?? configuration.timeouts, startedAt: .now)
        return ActiveExchange(
            codec, on: connection, deadlines: deadlines, timings: Timings(started: .now), observer: nil)
    }
}
