import SockeyeHTTP1
import Testing

@Suite("HTTP1Error")
struct HTTP1ErrorTests {
    static let all: [HTTP1Error] = [
        .illegalRequestByte(.target, byte: 0x0D, offset: 3), .emptyRequestPart(.method),
        .malformedTarget(form: .origin, offset: 0), .targetUnfitForMethod(form: .asterisk, method: "GET"), .missingHost,
        .repeatedHost, .repeatedField(name: "Content-Length"), .conflictingField(name: "Content-Length"),
        .needsHTTP11(field: "Expect"),
        .expectationWithoutBody, .negativeLength(-1), .bodyTooLong(declared: 5, excess: 1),
        .bodyTooShort(declared: 5, missing: 1), .forbiddenRequestTrailer(name: "Host"),
        .calledOutOfOrder(.encodeHead), .closedBeforeResponse, .closedBeforeFinalResponse(offset: 1),
        .closedInHead(offset: 1), .closedInBody(received: 1, missing: 2, offset: 3),
        .closedInChunkedBody(received: 1, missing: 0, offset: 3), .notHTTP(byte: 0x16, offset: 0),
        .unsupportedVersion(major: 2, offset: 5), .malformedStatusLine(byte: 0x20, offset: 9),
        .illegalByte(.fieldValue, byte: 0x1B, offset: 9), .bareCarriageReturn(offset: 1),
        .blankBeforeColon(offset: 1), .blankBeforeFirstField(offset: 1), .emptyFieldName(offset: 1),
        .malformedContentLength(offset: 1), .conflictingContentLengths(offset: 1),
        .malformedTransferEncoding(offset: 1), .malformedChunkSize(byte: 0x2B, offset: 1),
        .chunkSizeTooLarge(offset: 1), .chunkNotTerminated(byte: 0x00, offset: 1),
        .limitExceeded(.headBytes, maximum: 5, offset: 5),
        .unrequestedSwitch(offset: 1),
    ]

    @Test("Every error says in one printable line what it is", arguments: all)
    func description(_ error: HTTP1Error) {
        #expect(error.description.utf8.count > 20)
        #expect(error.description.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) })
        #expect(Self.all.count(where: { $0.description == error.description }) == 1)
        #expect((error.offset == nil) == (error.party == .local && !error.description.contains("offset")))
    }

    @Test("An unchecked field name is not printed")
    func uncheckedName() {
        let error = HTTP1Error.illegalRequestByte(.fieldValue(name: "X\u{1B}[2J"), byte: 0, offset: 0)
        #expect(error.description == "a request field may not hold byte 0x00 (NUL) (at offset 0); encode or remove it")
    }
}
