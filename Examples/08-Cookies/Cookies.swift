// Lesson 8: cookies. How a protocol without memory remembers you, and how it must not.
// Run it:  swift run --package-path Examples Lesson08        (and its exercise:  swift run Lesson08 --solution)

import CourseSupport
import Sockeye
import SockeyeTesting

@main
enum Cookies {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    // snippet.server
    /// `/login` sets five cookies, `/logout` takes one back, and every other path says which cookies came.
    static func start() async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            var reply = LoopbackReply.text("cookies: \(request["Cookie"] ?? "no")\n")
            switch request.path {
            case "/login":
                reply.fields += [
                    .init("Set-Cookie", "session=1234; Path=/; HttpOnly"),
                    .init("Set-Cookie", "theme=dark; Path=/settings"),
                    .init("Set-Cookie", "there=yes"),
                    .init("Set-Cookie", "tracker=5; Domain=example.com"),
                    .init("Set-Cookie", "locked=6; Secure"),
                ]
            case "/logout": reply.fields += [.init("Set-Cookie", "session=; Path=/; Max-Age=0")]
            default: break
            }
            return reply
        }
    }
    // snippet.end

    static func lesson() async throws {
        let server = try await start()

        // snippet.jar
        let jar = CookieJar()
        var configuration = HTTPClient.Configuration()
        configuration.cookies = jar
        let client = HTTPClient(configuration: configuration)

        Course.heading("five cookies are offered")
        _ = try await client.send(.get(server.url("/login")), observer: WirePrinter())
        // snippet.end

        // snippet.kept
        Course.heading("these are kept")
        for cookie in jar.cookies {
            print("\(cookie.name)=\(cookie.value) for \(cookie.domain)\(cookie.path)")
        }
        // snippet.end

        // snippet.sent
        Course.heading("and these are sent")
        for url in [
            server.url("/"), server.url("/settings"), server.url("/settings/colour"), server.url("/settings2"),
            server.url("/", host: "localhost"),
        ] {
            print("\(url) \(try await client.get(url).text())", terminator: "")
        }
        // snippet.end

        // snippet.logout
        Course.heading("one is taken back")
        _ = try await client.get(server.url("/logout"))
        print(try await client.get(server.url("/")).text(), terminator: "")
        // snippet.end
        await server.stop()
    }
}
