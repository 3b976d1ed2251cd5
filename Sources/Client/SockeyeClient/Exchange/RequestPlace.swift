/// Where a request under way is noted (``RequestsUnderWay``).
struct RequestPlace: Sendable {
    /// The slot, which another request may have later.
    let slot: Int
    /// The request's number within the client.
    let id: UInt64
}
