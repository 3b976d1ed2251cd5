public import HTTPTypes

/// Watches every attempt of a client: the way in for logs, metrics and traces.
///
/// An attempt is one request on one connection; a call makes several when it is redirected, challenged or retried.
/// ``RequestInterceptor`` runs once per call instead and can change it.
public protocol AttemptInstrument: Sendable {
    /// Called before an attempt asks for a connection; must be quick.
    func begin(_ request: Request) -> AttemptReading
}

/// What an instrument adds to one attempt.
public struct AttemptReading: Sendable {
    /// Fields to send with this attempt, such as `traceparent`. They replace those of the same names.
    public var fields: HTTPFields
    /// Gets the attempt's events; the last is `.measured`, however it ends.
    public var observer: (any ExchangeObserver)?

    /// Creates a reading.
    public init(fields: HTTPFields = [:], observer: (any ExchangeObserver)? = nil) {
        self.fields = fields
        self.observer = observer
    }
}
