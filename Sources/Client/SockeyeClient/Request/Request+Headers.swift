internal import HTTPTypes
internal import SockeyeHTTP1

extension Request {
    /// Sets fields given with their names as text, ordered by name: a dictionary's own order differs from run to run.
    ///
    /// - Throws: `.http` with the first illegal byte. HTTPTypes would make it a space, or refuse the name without saying why.
    mutating func set(_ headers: [String: String]) throws(HTTPClientError) {
        var given: [HTTPField] = []
        do throws(HTTP1Error) {
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
                given.append(try HTTPField(checkedName: name, value: value))
            }
        } catch {
            throw HTTPClientError(.prepare, origin: nil, cause: .http(error))
        }
        // Two spellings of one name are two fields.
        for field in given { fields[field.name] = nil }
        for field in given { fields.append(field) }
    }

    /// The clocks of this request: its own, else those of the client; the whole may not take longer than ``timeout``.
    public func timeouts(or ofClient: Timeouts) -> Timeouts {
        var timeouts = timeouts ?? ofClient
        if let timeout { timeouts.total = min(timeout, timeouts.total ?? timeout) }
        return timeouts
    }
}
