package import HTTPTypes

/// What is stored of a response besides its body.
package struct StoredResponse: Sendable, Hashable {
    /// The status code.
    package var status: Int
    /// The reason phrase.
    package var reason: String
    /// The fields, without those that concern one connection (RFC 9111 section 3.1).
    package var fields: HTTPFields
    /// The request fields that Vary names, normalised.
    package var varying: [VaryingField]
    /// When the request was sent, in seconds since 1970.
    package var requestTime: Int64
    /// When the response's head arrived.
    package var responseTime: Int64
    /// Whether it is the response to HEAD, without a body.
    package var isHead: Bool
    /// The positions of the body that are stored, of a response to a range request; `nil` if all are.
    package var part: Part?

    /// A part of a body.
    package struct Part: Sendable, Hashable {
        /// The first position.
        package var first: Int64
        /// The last position.
        package var last: Int64
        /// The length of the whole body.
        package var completeLength: Int64

        /// A part.
        package init(first: Int64, last: Int64, completeLength: Int64) {
            self.first = first
            self.last = last
            self.completeLength = completeLength
        }
    }

    /// Stores the parts of a response.
    package init(
        status: Int, reason: String, fields: HTTPFields, varying: [VaryingField] = [], requestTime: Int64,
        responseTime: Int64, isHead: Bool = false, part: Part? = nil
    ) {
        self.status = status
        self.reason = reason
        self.fields = fields
        self.varying = varying
        self.requestTime = requestTime
        self.responseTime = responseTime
        self.isHead = isHead
        self.part = part
    }
}

/// A request field that selected a stored response (RFC 9111 section 4.1).
package struct VaryingField: Sendable, Hashable {
    /// The name in lowercase.
    package let name: String
    /// The value, normalised, of a field of content negotiation; of any other, which may hold a secret, 16 octets of salt and
    /// the HMAC-SHA256 of the value under it. `nil` if the request lacked the field.
    package let value: [UInt8]?

    /// A field.
    package init(name: String, value: [UInt8]?) {
        self.name = name
        self.value = value
    }
}

/// An entry of a cache, for lists.
package struct CacheEntry: Sendable, Hashable {
    /// What it is stored under.
    package let key: CacheKey
    /// The status code.
    package let status: Int
    /// Bytes of body.
    package let bodyLength: Int64
    /// When it was received, in seconds since 1970.
    package let responseTime: Int64
    /// When it was last used, in seconds since 1970.
    package let lastUsed: Int64

    /// An entry.
    package init(key: CacheKey, status: Int, bodyLength: Int64, responseTime: Int64, lastUsed: Int64) {
        self.key = key
        self.status = status
        self.bodyLength = bodyLength
        self.responseTime = responseTime
        self.lastUsed = lastUsed
    }
}
