import HTTPTypes
import Testing

@testable import SockeyeClient

struct OfferedCodingTests {
    @Test(
        "Connection names TE once (RFC 9110 section 10.1.4)",
        arguments: [(nil, "TE"), ("", "TE"), ("close", "close, TE"), ("te", "te"), ("close, TE", "close, TE")])
    func connection(own: String?, sent: String) {
        var fields = HTTPFields()
        fields[.connection] = own
        fields.ask(for: CodingOptions(offersTransferCoding: true))
        #expect(fields[.connection] == sent && fields[.te] == "gzip")
    }
}
