public import SockeyeIO
public import SockeyeTLS

/// What can go wrong on a stream: in the kernel or in TLS.
public enum StreamError: Error, Sendable, Equatable {
    case io(IOError)
    case tls(TLSError)

    static func wrapping<Value>(_ body: () throws(TLSError) -> Value) throws(StreamError) -> Value {
        do throws(TLSError) {
            return try body()
        } catch {
            throw .tls(error)
        }
    }
}

extension StreamError: CustomStringConvertible {
    /// The words of the layer below.
    public var description: String {
        switch self {
        case .io(let error): error.description
        case .tls(.system(let errorNumber)): "TLS: " + IOError.message(for: errorNumber)
        case .tls(let error): error.description
        }
    }
}
