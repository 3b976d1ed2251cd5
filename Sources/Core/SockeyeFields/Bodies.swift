// What the client and the parsers know of one another's bodies, so that neither imports the other.

/// A message whose whole body is in memory, such as `BufferedResponse`; `SockeyeParsers` decodes it.
public protocol BufferedBody {
    /// The body's bytes.
    var body: [UInt8] { get }
}

/// What is made of encoded JSON, such as `RequestBody`; `SockeyeParsers` makes it of any `Encodable` value.
public protocol JSONBody {
    /// Encoded JSON, with the media type `application/json`.
    static func json(_ bytes: [UInt8]) -> Self
}
