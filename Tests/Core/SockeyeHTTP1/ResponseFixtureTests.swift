import SockeyeHTTP1
import Testing

/// Every fixture, whole and in pieces: the cuts must never change the meaning.
@Suite("Response fixtures")
struct ResponseFixtureTests {
    @Test("All fixture files were read")
    func count() {
        #expect(Fixture.all.count >= 100)
    }

    @Test("Whole", arguments: Fixture.all)
    func whole(_ fixture: Fixture) throws {
        var exchange = try fixture.exchange()
        #expect(Transcript(&exchange, pieces: [fixture.bytes[...]]).text == fixture.events)
    }

    @Test("Byte by byte", arguments: Fixture.all)
    func byteByByte(_ fixture: Fixture) throws {
        var exchange = try fixture.exchange()
        let pieces = fixture.bytes.indices.map { fixture.bytes[$0...$0] }
        #expect(Transcript(&exchange, pieces: pieces).text == fixture.events)
    }

    @Test("In two pieces, cut at every byte", arguments: Fixture.all)
    func twoPieces(_ fixture: Fixture) throws {
        for cut in 0...fixture.bytes.count {
            var exchange = try fixture.exchange()
            let transcript = Transcript(&exchange, pieces: [fixture.bytes[..<cut], fixture.bytes[cut...]])
            #expect(transcript.text == fixture.events, "cut at \(cut)")
        }
    }

    @Test("The connection closed at every byte is an error until the response is complete", arguments: Fixture.all)
    func cut(_ fixture: Fixture) throws {
        var wholeExchange = try fixture.exchange()
        let whole = Transcript(&wholeExchange, pieces: [fixture.bytes[...]])
        for cut in 0..<fixture.bytes.count {
            var exchange = try fixture.exchange()
            let transcript = Transcript(&exchange, pieces: [fixture.bytes[..<cut]])
            let mayEnd = whole.isEnded && cut >= whole.consumed || exchange.responseBodyLength == .untilClose
            #expect(transcript.isEnded == mayEnd, "cut at \(cut): \(transcript.text)")
            #expect((transcript.error != nil) == !mayEnd, "cut at \(cut)")
            if case .caller(let fault) = transcript.error {
                Issue.record("cut at \(cut): the caller's fault: \(fault)")
            }
        }
    }

    @Test("What follows a complete response is not consumed", arguments: Fixture.all)
    func trailingBytes(_ fixture: Fixture) throws {
        var exchange = try fixture.exchange()
        let whole = Transcript(&exchange, pieces: [fixture.bytes[...]])
        guard whole.isEnded, exchange.responseBodyLength != .untilClose else { return }
        let more = Array("HTTP/1.1 500 Stray\r\n\r\n".utf8)
        exchange = try fixture.exchange()
        let transcript = Transcript(&exchange, pieces: [(fixture.bytes[..<whole.consumed] + more)[...]])
        #expect(transcript.isEnded)
        #expect(transcript.consumed == whole.consumed)
        #expect(transcript.lines.filter { !$0.hasPrefix("left:") } == whole.lines.filter { !$0.hasPrefix("left:") })
    }
}
