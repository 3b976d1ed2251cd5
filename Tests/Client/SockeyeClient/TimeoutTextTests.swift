import SockeyeClient
import Testing

/// The limit in the message of a timeout, as short as it can be said.
struct TimeoutTextTests {
    @Test(arguments: [
        (Duration.seconds(60), "60 s"), (.milliseconds(1500), "1.500 s"), (.milliseconds(80), "0.080 s"),
        (.microseconds(100), "0.000100 s"), (.seconds(2) + .microseconds(100), "2 s"), (.zero, "0 s"),
    ])
    func limit(_ limit: Duration, _ text: String) {
        let error = HTTPClientError(.firstByte, origin: nil, cause: .timedOut(.total, after: limit))
        #expect(error.description == "timed out after \(text) in total")
    }
}
