public import SockeyeIO
public import SockeyeTLS

/// An error on a stream: from the kernel or from TLS.
@nonexhaustive
public enum StreamError: Error, Sendable, Equatable {
    /// The socket failed.
    case io(IOError)
    /// TLS failed.
    case tls(TLSError)
    /// A transport that isn't a socket failed; the words of its error.
    case failed(String)
    /// What a cache stored of a body is damaged.
    case damaged(String)

    static func wrapping<Value>(_ body: () throws(TLSError) -> Value) throws(StreamError) -> Value {
        do throws(TLSError) {
            return try body()
        } catch {
            throw .tls(error)
        }
    }
}

extension StreamError: CustomStringConvertible {
    /// The message of the layer below.
    public var description: String {
        switch self {
        case .io(let error): error.description
        case .tls(.system(let errorNumber)): "send or recv: " + IOError.message(for: errorNumber)
        case .tls(let error): error.description
        case .failed(let reason), .damaged(let reason): reason
        }
    }
}
