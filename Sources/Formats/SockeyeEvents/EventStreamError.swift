public import SockeyeClient
public import SockeyeParsers

/// Why a stream of events ended for good. What may pass doesn't end it: the stream reconnects.
@nonexhaustive
public enum EventStreamError: Error, Sendable, Equatable {
    /// The server answered with a status that isn't worth another try.
    case refused(status: Int)
    /// The server answered with something else than `text/event-stream`; `nil` if it doesn't say.
    case notEvents(contentType: String?)
    /// The stream has a content coding that nobody asked for, such as gzip.
    case coded(String)
    /// A line or an event is too long.
    case malformed(TextError)
    /// The request failed: for a lasting reason, too often, because the total time is over, or cancelled.
    case failed(HTTPClientError)
}

extension EventStreamError: CustomStringConvertible {
    /// One line: what happened, and what to do.
    public var description: String {
        switch self {
        case .refused(let status): "the server refused the stream of events with status \(status)"
        case .notEvents(let type?):
            "the server answered with \(type) instead of text/event-stream; check the URL"
        case .notEvents(nil):
            "the server answered without a Content-Type instead of with text/event-stream; check the URL"
        case .coded(let coding):
            "the server answered with the content coding \(coding), which was not asked for; ask for it to have it undone"
        case .malformed(let error): "the stream of events cannot be read: \(error)"
        case .failed(let error): "\(error)"
        }
    }
}
