internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport

// The steps of sending a request.
extension Wire {
    /// Takes one step of sending and counts the bytes that the kernel accepted.
    func write(_ step: () throws(StreamError) -> TransportStep) throws(HTTPClientError) -> TransportStep {
        try exclusively { () throws(HTTPClientError) in
            if sending.isCut { throw error(.cancelled, in: .send) }
            try checkOnTheWay(in: .send)
            do throws(StreamError) {
                let moved = try step()
                if case .bytes(let count) = moved { log.requestBytes += Int64(count) }
                if moved == .ended { throw .io(.closed) }
                return moved
            } catch let reason {
                throw error(reason, in: .send)
            }
        }
    }

    /// Tells the observer of encoded bytes that the kernel accepted: a head, and bytes of the body with their framing.
    func sent(_ output: [UInt8], headBytes: Int, bodyBytes: Int, of total: Int64?) {
        if headBytes > 0, let observer {
            observer.tell(.sentHead, codec.headAsSent)
            show(sent: output, 0..<headBytes, of: .sentHead)
        }
        show(sent: output, headBytes..<output.count)
        if bodyBytes > 0 { sentBody(bodyBytes, of: total) }
    }

    /// Counts body bytes accepted by the kernel.
    func sentBody(_ count: Int, of total: Int64?) {
        log.requestBodyBytes += Int64(count)
        observer?.tell(.sentBody, (log.requestBodyBytes, total))
    }

    /// Passes bytes of the request to an observer that wants them.
    func show(sent bytes: [UInt8], _ range: Range<Int>, of part: WirePart = .sentBody) {
        guard let observer, observer.wantsBytes, !range.isEmpty, range.upperBound <= bytes.count else { return }
        observer.observe(bytes.span.bytes.extracting(range), of: part)
    }
}

extension Exchange {
    /// The request's head with the fields added by its framing.
    fileprivate var headAsSent: RequestHead {
        var head = request
        head.addFields(of: bodyFraming, expectsContinue: expectsContinue)
        return head
    }
}
