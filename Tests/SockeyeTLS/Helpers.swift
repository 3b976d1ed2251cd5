import SockeyeTLS
import Testing

@Test func libraryNamesItself() {
    #expect(tlsLibraryVersion().hasPrefix("OpenSSL/3."))
}
