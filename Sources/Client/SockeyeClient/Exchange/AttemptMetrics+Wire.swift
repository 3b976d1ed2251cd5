internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeURL

extension AttemptMetrics {
    /// The metrics of an exchange so far.
    init(_ reader: ResponseReader, url: HTTPURL, failure: HTTPClientError? = nil) {
        let wire = reader.wire
        self = wire.exclusively {
            AttemptMetrics(
                url: url, method: wire.codec.request.method, status: wire.log.status, timings: wire.log.timings,
                connection: wire.connection.details, isConnectionReused: wire.connection.isReused,
                requestBytes: wire.log.requestBytes, requestBodyBytes: wire.log.requestBodyBytes,
                responseHeadBytes: wire.log.headBytes,
                responseBytes: Int64(wire.log.headBytes) + wire.log.wireBodyBytes,
                bodyBytes: wire.codec.receivedBodyBytes, decodedBodyBytes: reader.form.decodedBytes,
                cacheStatus: wire.log.cacheStatus, failure: failure ?? reader.failure ?? wire.sendFailure)
        }
    }

    /// An attempt that got no connection.
    init(_ request: Request, timings: Timings, failure: HTTPClientError) {
        self.init(
            url: request.url, method: request.method, status: nil, timings: timings, connection: nil,
            isConnectionReused: false, requestBytes: 0, requestBodyBytes: 0, responseHeadBytes: 0, responseBytes: 0,
            bodyBytes: 0, decodedBodyBytes: nil, cacheStatus: nil, failure: failure)
    }
}
