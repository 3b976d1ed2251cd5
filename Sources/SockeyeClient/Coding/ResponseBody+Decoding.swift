internal import HTTPTypes
internal import SockeyeHTTP1

extension ResponseBody {
    /// Receives once, waiting if need be, and gives what it decodes to. False when the body is at its end.
    func pullThrowing(_ consume: (RawSpan) throws -> Void) async throws -> Bool {
        while true {
            switch try pullNow(consume) {
            case .received: return true
            case .ended: return false
            case .wouldBlock: try await exchange.waitForMore()
            }
        }
    }

    /// The same until the body's end. What came with the head is taken at once, which for a small body is all of it.
    func pullAll(_ consume: (RawSpan) throws -> Void) async throws {
        while true {
            switch try pullNow(consume) {
            case .received: continue
            case .ended: return
            case .wouldBlock: try await exchange.waitForMore()
            }
        }
    }

    private func pullNow(_ consume: (RawSpan) throws -> Void) throws -> ActiveExchange.Pull {
        guard let decoder else { return try exchange.pullNow(consume) }
        do {
            let pull = try exchange.pullNow { try decoder.decode($0, consume) }
            if pull == .ended { try decoder.finish() }
            return pull
        } catch {
            // What was decoded and not taken is lost: reading on would leave a hole, or find an orderly end.
            if let error = error as? ContentCodingError {
                let failure = exchange.wrap(error)
                exchange.failure = failure
                throw failure
            }
            if exchange.failure == nil { exchange.failure = exchange.wrap(ContentCodingError.interrupted) }
            throw error
        }
    }

    /// The same for a `consume` that cannot fail.
    func pull(_ consume: (RawSpan) -> Void) async throws(HTTPClientError) -> Bool {
        do {
            return try await pullThrowing(consume)
        } catch {
            throw exchange.clientError(error)
        }
    }
}

extension ActiveExchange {
    /// What undoes the body's codings: the transfer codings always (RFC 9112 section 7), the content codings when
    /// they were asked for. `nil` when there are none.
    func makeDecoder(for head: ResponseHead, _ options: CodingOptions) throws(HTTPClientError) -> BodyDecoder? {
        if options.keepsWireForm {
            keepsWireForm = true
            return nil
        }
        var codings: [String] = []
        if !options.contentCodings.isEmpty {
            codings = head.fields[values: .contentEncoding].flatMap(Self.names)
        }
        codings += codec.transferCodings.filter { $0 != "identity" }
        // Without a body there is nothing to decode, as in the answer to HEAD.
        guard !codings.isEmpty, codec.responseBodyLength != ResponseBodyLength.none else { return nil }
        do throws(ContentCodingError) {
            return try BodyDecoder(undoing: codings, options)
        } catch {
            throw wrap(error)
        }
    }

    /// The members of a Content-Encoding list, without `identity`, which changes nothing.
    private static func names(in value: String) -> [String] {
        value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
    }

    func wrap(_ error: ContentCodingError) -> HTTPClientError {
        HTTPClientError(
            .receive, origin: connection.origin.description, cause: .coding(error), requestBytesSent: requestBytesSent)
    }
}

extension HTTPFields {
    /// Adds what asks for the codings of `options`, unless the caller said it in own words.
    mutating func ask(for options: CodingOptions) {
        if !options.contentCodings.isEmpty, !contains(.acceptEncoding) {
            self[.acceptEncoding] = options.contentCodings.map(\.rawValue).joined(separator: ", ")
        }
        guard options.offersTransferCoding else { return }
        // RFC 9110 section 10.1.4: TE holds for this connection only, so Connection must name it.
        if !contains(.te) { append(HTTPField(name: .te, value: "gzip")) }
        if !contains(.connection) { append(HTTPField(name: .connection, value: "TE")) }
    }
}
