// Lesson 12: reading bodies as they arrive. Any length, in the memory of one piece.
// Run it:  swift run --package-path Examples Lesson12        (and its exercise:  swift run Lesson12 --solution)

import CourseSupport
import Sockeye
import SockeyeParsers
import SockeyeTesting

@main
enum ReadingAsItArrives {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    static func lesson() async throws {
        try await pieces()
        try await records()
        try await early()
    }

    // snippet.script
    /// A server that sends each piece as a chunk, and only when the gate before it is open.
    static func start(_ pieces: [[UInt8]], _ gates: [Gate]) async throws -> LoopbackServer {
        var steps: [Step] = [.awaitRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")]
        for (piece, gate) in zip(pieces, gates) {
            let chunk = Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
            steps += [.pause(until: gate), .sendBytes(chunk)]
        }
        return try await LoopbackServer.start(script: Script(steps + [.send("0\r\n\r\n"), .close]))
    }
    // snippet.end

    // snippet.pieces
    static func pieces() async throws {
        Course.heading("piece by piece")
        let gates = [Gate(), Gate(), Gate()]
        let server = try await start(["red ", "salmon ", "swims\n"].map { Array($0.utf8) }, gates)

        try await HTTPClient().perform(.get(server.url("/"))) { response in
            print("the head is here: \(response.status.code)")
            var next = gates.makeIterator()
            next.next()?.open()
            for try await piece in response.body {
                Wire.received(piece)
                next.next()?.open()
            }
            print("the body is complete")
        }
        await server.stop()
    }
    // snippet.end

    // snippet.records
    struct Fish: Decodable {
        var name: String
        var grams: Int
    }

    static func records() async throws {
        Course.heading("value by value")
        let gates = [Gate(), Gate()]
        let pieces = ["[{\"name\":\"salmon\",\"grams\":3500},{\"na", "me\":\"trout\",\"grams\":1200}]"]
        let server = try await start(pieces.map { Array($0.utf8) }, gates)

        try await HTTPClient().perform(.get(server.url("/"))) { response in
            gates[0].open()
            for try await fish in response.body.jsonElements(of: Fish.self) {
                print("\(fish.name), \(fish.grams) g; is the rest sent? \(gates[1].isOpen)")
                gates[1].open()
            }
        }
        await server.stop()
    }
    // snippet.end

    // snippet.early
    static func early() async throws {
        Course.heading("enough is enough")
        let server = try await LoopbackServer.start()
        try await HTTPClient().perform(.get(server.url("/large/1000000000")), observer: ClosePrinter()) { response in
            for try await piece in response.body {
                print("got a piece: \(!piece.isEmpty)")
                break
            }
            let isFraction = response.body.receivedByteCount < 100_000_000
            print("received less than a tenth of it: \(isFraction)")
        }
        await server.stop()
    }
    // snippet.end
}

/// Prints why a connection is closed.
struct ClosePrinter: ExchangeObserver {
    func observe(_ event: ClientEvent) {
        if let (_, reason) = event[.connectionClosed] { print("closed: \(reason)") }
    }
}
