import SockeyeWebSocket
import Testing

@Suite struct NegotiationTests {
    @Test func offers() {
        var offer = PerMessageDeflate()
        #expect(offer.offer == "permessage-deflate; client_max_window_bits")
        offer.serverNoContextTakeover = true
        offer.clientNoContextTakeover = true
        offer.serverMaxWindowBits = 10
        offer.clientMaxWindowBits = 9
        #expect(
            offer.offer
                == "permessage-deflate; server_no_context_takeover; client_no_context_takeover; "
                + "server_max_window_bits=10; client_max_window_bits=9")
    }

    @Test(arguments: [
        ("permessage-deflate", 15, 15, false, false),
        ("Permessage-Deflate; server_max_window_bits=\"10\"", 10, 15, false, false),
        ("permessage-deflate;client_max_window_bits=8 ; server_no_context_takeover", 15, 8, true, false),
        ("permessage-deflate; client_no_context_takeover", 15, 15, false, true),
    ])
    func accepts(_ answer: String, server: Int, client: Int, serverForgets: Bool, clientForgets: Bool) throws {
        let agreed = try #require(try PerMessageDeflate.agreed([answer], offer: PerMessageDeflate()))
        #expect(agreed.serverMaxWindowBits == server)
        #expect(agreed.clientMaxWindowBits == client)
        #expect(agreed.serverNoContextTakeover == serverForgets)
        #expect(agreed.clientNoContextTakeover == clientForgets)
    }

    @Test(arguments: [
        "x-webkit-deflate-frame", "permessage-deflate; unknown", "permessage-deflate; server_max_window_bits",
        "permessage-deflate; server_max_window_bits=7", "permessage-deflate; server_max_window_bits=16",
        "permessage-deflate; server_max_window_bits=09", "permessage-deflate; server_no_context_takeover=1",
        "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
        "permessage-deflate; client_max_window_bits", "permessage-deflate, permessage-deflate", "permessage-deflate;",
        "", ";", "permessage-deflate; server_max_window_bits=\"10", "permessage-deflate, ",
    ])
    func refuses(_ answer: String) {
        #expect(throws: WebSocketError.handshake(.unusableExtension(answer))) {
            try PerMessageDeflate.agreed([answer], offer: PerMessageDeflate())
        }
        #expect(throws: WebSocketError.handshake(.unusableExtension("permessage-deflate"))) {
            try PerMessageDeflate.agreed(["permessage-deflate"], offer: nil)
        }
    }

    @Test func whatWasAskedMustBeConfirmed() throws {
        var offer = PerMessageDeflate()
        offer.serverNoContextTakeover = true
        #expect(throws: WebSocketError.self) { try PerMessageDeflate.agreed(["permessage-deflate"], offer: offer) }
        offer = PerMessageDeflate()
        offer.serverMaxWindowBits = 10
        offer.clientMaxWindowBits = 12
        #expect(throws: WebSocketError.self) { try PerMessageDeflate.agreed(["permessage-deflate"], offer: offer) }
        #expect(throws: WebSocketError.self) {
            try PerMessageDeflate.agreed(["permessage-deflate; server_max_window_bits=11"], offer: offer)
        }
        let agreed = try PerMessageDeflate.agreed(["permessage-deflate; server_max_window_bits=9"], offer: offer)
        #expect(agreed?.serverMaxWindowBits == 9)
        #expect(agreed?.clientMaxWindowBits == 12)
        #expect(try PerMessageDeflate.agreed([], offer: offer) == nil)
    }
}
