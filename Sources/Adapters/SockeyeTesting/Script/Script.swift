/// What the server does on its connections, step by step, right or wrong.
///
/// ```swift
/// let server = try await LoopbackServer.start(
///     script: [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .cut])
/// ```
public struct Script: Sendable, ExpressibleByArrayLiteral {
    private let lists: [[Step]]

    /// Runs the same steps on every connection.
    public init(arrayLiteral steps: Step...) {
        lists = [steps]
    }

    /// Runs the same steps on every connection.
    public init(_ steps: [Step]) {
        lists = [steps]
    }

    /// Runs the first list on the first connection, the second on the second; the last list serves all later ones.
    public init(connections: [[Step]]) {
        lists = connections
    }

    /// The steps for a connection, numbered from 1.
    func steps(forConnection number: Int) -> [Step] {
        if lists.isEmpty { return [.serve(requests: nil)] }
        return lists[min(max(number, 1), lists.count) - 1]
    }
}
