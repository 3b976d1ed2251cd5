internal import HTTPTypes
internal import SockeyeCache
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeTransport
internal import SockeyeTLS
internal import SockeyeURL

extension CacheRound {
    /// Whether responses to the request can be stored and found at all. The configuration is read where it is: a copy of it
    /// retains each of its parts.
    var isCacheable: Bool {
        let coding = request.coding ?? client.configuration.coding
        return (request.method == .get || request.method == .head) && request.body.isNone && request.target == nil
            // Its answer is a connection (WHATWG Fetch: a WebSocket's handshake has the cache mode no-store).
            && !request.switchesProtocols && !coding.keepsWireForm && !coding.offersTransferCoding && asksItsHost
            // Each Unix socket is a separate server, whatever the URL.
            && client.configuration.unixSocketPath == nil
            // A server that didn't prove its name must not answer for that name later.
            && (request.url.isSecure
                ? client.configuration.tls.provesPeers
                // A proxy that forwards plain requests answers in the server's place; over TLS the server proves its own name.
                : !client.configuration.proxies.speakTLS || client.configuration.tlsOfProxies.provesPeers)
    }

    /// Whether the URL's host is the one that is asked: under the key of either, another Host's response could be taken for
    /// the other's.
    private var asksItsHost: Bool {
        request.fields.isEmpty || request.fields[.hostField].map { $0 == request.url.authority } ?? true
    }

    /// The request as the rules see it, with these fields.
    func described(by fields: HTTPFields) -> CacheRequest {
        CacheRequest(method: request.method, url: request.url, fields: fields, policy: request.cachePolicy)
    }

    /// What goes out, by the policy; fields of the caller stay as they are.
    var outgoing: Request {
        guard !request.fields.contains(.cacheControl) else { return request }
        var request = request
        switch request.cachePolicy {
        case .reloadEverywhere:
            request.fields[.cacheControl] = "no-cache"
            // For caches that know HTTP/1.0 only (RFC 9111 section 5.4).
            if let pragma = HTTPField.Name("Pragma") { request.fields[pragma] = "no-cache" }
        case .revalidate:
            request.fields[.cacheControl] = "max-age=0"
        case .standard, .reload, .preferStored, .onlyStored:
            return request
        }
        request.noteFields(addedTo: self.request.fields, from: "the cache's policy")
        return request
    }

    /// Whether the request itself says nothing to a cache: a policy or a field.
    var saysNothing: Bool { request.fields.isEmpty && request.cachePolicy == .standard }

    /// Whether equal requests may share the fetch.
    var mayShare: Bool {
        guard request.method == .get, request.cachePolicy == .standard, request.credential == nil else {
            return false
        }
        // Most requests have no fields of their own.
        return request.fields.isEmpty || !Self.unshared.contains { request.fields.contains($0) }
    }

    /// A response to an unsafe request makes what is stored worthless, for every user (RFC 9111 section 4.4). Returns the URLs.
    func invalidate(after response: Response) -> [HTTPURL] {
        let urls = Invalidation.urls(
            after: described(by: request.fields), status: response.status.code, response.fields)
        for url in urls { cache.remove(url) }
        return urls
    }

    /// A response to HEAD freshens what is stored of GET, or shows it to be outdated (RFC 9111 section 4.3.5).
    func compare(_ head: Response) {
        guard request.method == .head, head.status == .ok else { return }
        for record in cache.store.records(for: key) where !record.response.isHead {
            guard record.response.isSelected(by: head.sentFields) else { continue }
            // An error that is stored isn't what a HEAD with 200 is about: it is outdated.
            if [200, 206].contains(record.response.status), Revalidation.headAgrees(head.fields, with: record) {
                update(record, by: head.fields, of: head.sentFields)
            } else {
                cache.store.remove([record.id], for: key)
            }
        }
    }

    /// Freshens a record, or removes it if it may be kept no longer.
    ///
    /// - Parameter sent: the fields of the request that the response is to.
    @discardableResult
    func update(_ record: CacheRecord, by fields: HTTPFields, of sent: HTTPFields) -> CacheRecord? {
        let response = Revalidation.updated(
            record.response, by: fields, of: sent, requestTime: requestTime, responseTime: now)
        guard let response else {
            cache.store.remove([record.id], for: key)
            return nil
        }
        var updated = record
        updated.response = response
        cache.store.update(updated, for: key)
        return updated
    }

    /// The fields that make a response one for this request alone.
    private static let unshared: [HTTPField.Name] = [
        .range, .authorization, .ifNoneMatch, .ifModifiedSince, .cacheControl,
    ]

    /// Begins to store a response; its body follows as it is read.
    ///
    /// - Throws: why it may not be stored.
    func store(_ response: Response) throws(Storability.Refusal) -> CacheTap {
        // Most responses that aren't stored are recognised here, without making all their fields.
        if Storability.isForbidden(byCacheControl: response.head.values(of: "cache-control")) {
            throw .responseSaidNoStore
        }
        let reader = response.body.reader
        // Transfer codings that the codec doesn't undo would be stored as if they were content.
        guard reader.wire.codec.transferCodings.isEmpty else { throw .transferCoding }
        // Without TLS, a body that ends with the connection may have been cut.
        if response.body.length == .untilClose, reader.wire.connection.stream?.isEncrypted != true {
            throw .endUnknown
        }
        let sent = described(by: response.sentFields)
        let stored = try Storability.checked(
            status: response.status, response.fields, to: sent, requestTime: requestTime, responseTime: now,
            beside: cache.store.records(for: key))
        let length = response.body.encodedByteCount
        // RFC 9110 section 14.4: a part whose length isn't that of its positions must not be combined.
        if let part = stored.part, length != part.last - part.first + 1 { throw .loosePart }
        guard let writer = cache.store.write(stored, for: key, length: length) else { throw .storeFailed }
        return CacheTap(writer, of: stored, for: key, in: cache, flight, now: now)
    }
}

extension Response {
    /// The fields of the request that it answers.
    var sentFields: HTTPFields { body.reader.wire.codec.request.fields }
}
