import SockeyeHTTP1
import Testing

@Suite("HTTP1Error")
struct HTTP1ErrorTests {
    static let all: [HTTP1Error] = [
        .caller(.illegalByte(.target, byte: 0x0D, offset: 3)), .caller(.emptyPart(.method)),
        .caller(.malformedTarget(form: .origin, offset: 0)),
        .caller(.targetUnfitForMethod(form: .asterisk, method: "GET")), .caller(.missingHost),
        .caller(.repeatedHost), .caller(.repeatedField(name: "Content-Length")),
        .caller(.conflictingField(name: "Content-Length")),
        .caller(.needsHTTP11(field: "Expect")),
        .caller(.expectationWithoutBody), .caller(.negativeLength(-1)), .caller(.bodyTooLong(declared: 5, excess: 1)),
        .caller(.bodyTooShort(declared: 5, missing: 1)), .caller(.forbiddenTrailer(name: "Host")),
        .caller(.calledOutOfOrder(.encodeHead)), .server(.closedBeforeResponse, offset: 0),
        .server(.closedBeforeFinalResponse, offset: 1),
        .server(.closedInHead, offset: 1), .server(.closedInBody(received: 1, missing: 2), offset: 3),
        .server(.closedInChunkedBody(received: 1, missing: 0), offset: 3), .server(.notHTTP(byte: 0x16), offset: 0),
        .server(.unsupportedVersion(major: 2), offset: 5), .server(.malformedStatusLine(byte: 0x20), offset: 9),
        .server(.illegalByte(.fieldValue, byte: 0x1B), offset: 9), .server(.bareCarriageReturn, offset: 1),
        .server(.blankBeforeColon, offset: 1), .server(.blankBeforeFirstField, offset: 1),
        .server(.emptyFieldName, offset: 1),
        .server(.malformedContentLength, offset: 1), .server(.conflictingContentLengths, offset: 1),
        .server(.malformedTransferEncoding, offset: 1), .server(.malformedChunkSize(byte: 0x2B), offset: 1),
        .server(.chunkSizeTooLarge, offset: 1), .server(.chunkNotTerminated(byte: 0x00), offset: 1),
        .server(.limitExceeded(.headBytes, limit: 5), offset: 5),
        .server(.unrequestedSwitch, offset: 1),
    ]

    @Test("Every error is described in one printable line", arguments: all)
    func description(_ error: HTTP1Error) {
        #expect(error.description.utf8.count > 20)
        #expect(error.description.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) })
        #expect(Self.all.count(where: { $0.description == error.description }) == 1)
    }

    @Test("An unchecked field name is not printed")
    func uncheckedName() {
        let error = HTTP1Error.caller(.illegalByte(.fieldValue(name: "X\u{1B}[2J"), byte: 0, offset: 0))
        let expected = "a request field may not contain byte 0x00 (NUL) (at offset 0); encode or remove it"
        #expect(error.description == expected)
    }
}
