/// What a server has seen so far: connections and their requests.
struct ServerLog: Sendable {
    private(set) var requests: [ReceivedRequest] = []
    private(set) var requestCount = 0
    /// The number of `requests` returned by `nextRequest`.
    private var taken = 0
    /// For each connection, the index of the request still being read.
    private var unfinished: [Int: Int] = [:]

    var acceptedConnections = 0
    var closedConnections = 0
    private(set) var handshakeFailures: [String] = []
    /// Why connections ended unexpectedly, as seen by the server.
    private(set) var connectionFailures: [String] = []

    let requestLimit: Int

    init(requestLimit: Int) {
        self.requestLimit = max(0, requestLimit)
    }

    mutating func handshakeFailed(_ reason: String) {
        if handshakeFailures.count < requestLimit { handshakeFailures.append(reason) }
    }

    mutating func connectionFailed(_ reason: String) {
        if connectionFailures.count < requestLimit { connectionFailures.append(reason) }
    }

    /// Adds a request with its head. Later calls of `revise` for the connection change this entry.
    mutating func begin(_ request: ReceivedRequest) {
        requestCount += 1
        unfinished[request.connection] = nil
        if requests.count >= requestLimit { return }
        var request = request
        request.number = requestCount
        unfinished[request.connection] = requests.count
        requests.append(request)
    }

    /// Changes the entry of the request being read on a connection.
    mutating func revise(connection: Int, _ change: (inout ReceivedRequest) -> Void) {
        guard let index = unfinished[connection], requests.indices.contains(index) else { return }
        change(&requests[index])
    }

    mutating func connectionEnded(_ connection: Int) {
        closedConnections += 1
        unfinished[connection] = nil
    }

    /// The next request not taken yet, if its head and body are complete.
    mutating func takeNext() -> ReceivedRequest? {
        guard taken < requests.count, requests[taken].isComplete else { return nil }
        taken += 1
        return requests[taken - 1]
    }
}
