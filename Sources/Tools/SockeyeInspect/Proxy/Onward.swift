internal import SockeyeTesting

/// A program's request as it goes on: after the rules and the page.
struct Onward: Sendable {
    let request: ReceivedRequest
    let head: [UInt8]
    /// The path and query.
    let path: [UInt8]
    /// The body, if it is in memory; otherwise it comes from the program.
    var body: [UInt8]?

    /// The request with an edited head, whose target is a path, and another body.
    func edited(_ head: [UInt8], _ body: [UInt8]?) throws(InspectRule.Mistake) -> Onward {
        let edited: ReceivedRequest?
        do throws(RequestRefusal) {
            edited = try ReceivedRequest(headIn: head[...], takesOctets: true)
        } catch {
            throw InspectRule.Mistake(text: error.explained)
        }
        // No fragment: RFC 9112 section 3.2.
        guard let edited, edited.version == request.version, edited.target.hasPrefix("/") || edited.target == "*",
            !edited.target.contains("#")
        else {
            throw InspectRule.Mistake(text: "expected METHOD /PATH \(request.version)")
        }
        // Whether a body follows the answer's head, the program knows from its own method (RFC 9112 section 6.3).
        let methods: Set = [request.method, edited.method]
        if methods.count > 1, !methods.isDisjoint(with: ["HEAD", "CONNECT"]) {
            throw InspectRule.Mistake(text: "HEAD stays HEAD, and nothing becomes HEAD or CONNECT")
        }
        return Onward(request: edited, head: head, path: edited.targetOctets, body: body)
    }
}
