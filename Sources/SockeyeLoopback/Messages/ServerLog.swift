/// What a server has seen so far: its connections and their requests.
struct ServerLog: Sendable {
    private(set) var requests: [ReceivedRequest] = []
    private(set) var requestCount = 0
    /// How many of `requests` were handed out by `nextRequest`.
    private var taken = 0
    /// Requests that are still being read, by connection.
    private var unfinished: [Int: Int] = [:]

    var acceptedConnections = 0
    var closedConnections = 0
    var handshakeFailures: [String] = []
    /// What ended connections unexpectedly, as the server saw it.
    var connectionFailures: [String] = []

    let mostRequests: Int

    init(mostRequests: Int) {
        self.mostRequests = max(0, mostRequests)
    }

    /// Notes a request's head. What `revise` changes later for the connection is this entry.
    mutating func begin(_ request: ReceivedRequest) {
        requestCount += 1
        unfinished[request.connection] = nil
        if requests.count >= mostRequests { return }
        var request = request
        request.number = requestCount
        unfinished[request.connection] = requests.count
        requests.append(request)
    }

    /// Changes the entry of the request that is being read on a connection.
    mutating func revise(connection: Int, _ change: (inout ReceivedRequest) -> Void) {
        guard let index = unfinished[connection], requests.indices.contains(index) else { return }
        change(&requests[index])
    }

    mutating func connectionEnded(_ connection: Int) {
        closedConnections += 1
        unfinished[connection] = nil
    }

    /// The next request that nobody has taken yet, if its head and body are there.
    mutating func takeNext() -> ReceivedRequest? {
        guard taken < requests.count, requests[taken].isComplete else { return nil }
        taken += 1
        return requests[taken - 1]
    }
}
