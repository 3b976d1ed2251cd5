import CourseSupport
import SockeyeTesting

extension ARequestByHand {
    // snippet.solution
    static func solution() async throws {
        let server = try await LoopbackServer.start()
        let whole = split(try await exchange("GET", "/hello", with: server))
        let headOnly = split(try await exchange("HEAD", "/hello", with: server))

        Course.heading("the answer to HEAD")
        Wire.received(headOnly.head)
        print("GET brought \(whole.body.count) bytes of body, HEAD \(headOnly.body.count)")
        await server.stop()
    }
    // snippet.end
}
