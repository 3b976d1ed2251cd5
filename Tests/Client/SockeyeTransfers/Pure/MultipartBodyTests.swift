import HTTPTypes
import SockeyeClient
import SockeyeIO
import TestSupport
import Testing

@testable import SockeyeTransfers

/// Forms as bytes: heads, boundaries, lengths.
struct MultipartBodyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let form: MultipartForm
        /// The expected text, with `B` as the boundary.
        let expected: String
    }

    private static func field(_ fields: KeyValuePairs<String, String>) -> HTTPFields {
        var result = HTTPFields()
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { result.append(.init(name: name, value: value)) }
        }
        return result
    }

    private static func part(_ part: MultipartPart, _ change: (inout MultipartPart) -> Void) -> MultipartPart {
        var part = part
        change(&part)
        return part
    }

    static let cases: [Case] = [
        Case(
            testDescription: "fields in order, names that repeat",
            form: [.field("b", "1"), .field("a", ""), .field("b", "2")],
            expected: """
                --B
                Content-Disposition: form-data; name="b"

                1
                --B
                Content-Disposition: form-data; name="a"


                --B
                Content-Disposition: form-data; name="b"

                2
                --B--

                """),
        Case(
            testDescription: "names as in browsers",
            form: [.bytes("a\"b\r\nc\\é", [0x78], fileName: "x\";y\n.txt")],
            expected: """
                --B
                Content-Disposition: form-data; name="a%22b%0D%0Ac\\é"; filename="x%22;y%0A.txt"
                Content-Type: text/plain

                x
                --B--

                """),
        Case(
            testDescription: "names as in mail",
            form: {
                var form: MultipartForm = [.field("a\"b\\", "x")]
                form.nameStyle = .backslash
                return form
            }(),
            expected: """
                --B
                Content-Disposition: form-data; name="a\\"b\\\\"

                x
                --B--

                """),
        Case(
            testDescription: "the caller's type, encoding and fields",
            form: [
                part(.bytes("f", Array("Zoë=\r\n".utf8), fileName: "a", contentType: "text/x; charset=utf-8")) {
                    $0.encoding = .quotedPrintable
                    $0.fields = field(["X-One": "1", "X-Two": "2"])
                }
            ],
            expected: """
                --B
                Content-Disposition: form-data; name="f"; filename="a"
                Content-Type: text/x; charset=utf-8
                Content-Transfer-Encoding: quoted-printable
                X-One: 1
                X-Two: 2

                Zo=C3=AB=3D

                --B--

                """),
        Case(
            testDescription: "a nested multipart",
            form: [
                .form(
                    "album",
                    {
                        var form = MultipartForm(
                            subtype: .mixed, [.bytes("", [0x31], fileName: "1.gif"), .bytes("", [0x32])])
                        form.boundary = "I"
                        return form
                    }())
            ],
            expected: """
                --B
                Content-Disposition: form-data; name="album"
                Content-Type: multipart/mixed; boundary=I

                --I
                Content-Disposition: attachment; filename="1.gif"
                Content-Type: image/gif

                1
                --I

                2
                --I--

                --B--

                """),
        Case(testDescription: "no parts", form: [], expected: "--B--\n"),
    ]

    @Test(arguments: cases)
    func theBytesAreThese(_ testCase: Case) throws {
        var form = testCase.form
        form.boundary = "B"
        let body = try MultipartBody(form)
        var bytes: [UInt8] = []
        for case .segment(.bytes(let piece)) in body.pieces { bytes += piece }
        let expected = testCase.expected.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        #expect(body.length == Int64(bytes.count))
        #expect(body.contentType == "multipart/form-data; boundary=B")
        #expect(body.requestBody.length == body.length)
        #expect(body.requestBody.isReplayable)
    }

    @Test func aFileIsCountedAndNotRead() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("large.bin")
        try File(path, [.writing, .creating]).truncate(to: 1 << 42)
        let body = try MultipartBody([.field("a", "1"), .file("f", path: path), .file("f", path: path)])
        #expect(body.pieces.count == 5)
        let own = body.pieces.reduce(0) { sum, piece in
            if case .segment(.bytes(let bytes)) = piece { sum + bytes.count } else { sum }
        }
        #expect(body.length == Int64(own) + 2 * (1 << 42))
    }

    @Test func aBoundaryIsNewAndNotInThePartsAtHand() throws {
        let boundaries = try (0..<50).map { _ in try MultipartBody([.field("a", "1")]).boundary }
        #expect(Set(boundaries).count == 50)
        #expect(boundaries.allSatisfy { $0.utf8.count == 46 && $0.hasPrefix("------------------------") })
    }

    @Test(arguments: [
        MultipartForm([.field("a\0b", "x")]),
        MultipartForm([.bytes("a", [], fileName: "x\0")]),
        MultipartForm([.bytes("a", [], fileName: "x", contentType: "text/plain\r\nX: y")]),
        {
            var form: MultipartForm = [.field("a\nb", "x")]
            form.nameStyle = .backslash
            return form
        }(),
        {
            var form: MultipartForm = []
            form.boundary = "a b"
            return form
        }(),
        {
            var form: MultipartForm = []
            form.boundary = String(repeating: "a", count: 71)
            return form
        }(),
    ])
    func whatWouldBreakOutIsRefused(_ form: MultipartForm) {
        do throws(RequestBodyError) {
            _ = try MultipartBody(form)
            Issue.record("taken")
        } catch {
            guard case .illegalPart = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    /// The text around a part has to fit too.
    @Test func aPartAsLongAsCanBe() throws {
        func form(_ length: Int64) throws(RequestBodyError) -> MultipartBody {
            let pieces = AsyncThrowingStream<[UInt8], any Error> { $0.finish() }
            var form: MultipartForm = [.stream("a", pieces, length: length)]
            form.boundary = "B"
            return try MultipartBody(form)
        }
        let around = try #require(try form(0).length)
        #expect(try form(.max - around).length == .max)
        for length in [Int64.max - around + 1, .max - around + 5, .max - 10, .max] {
            #expect(throws: RequestBodyError.tooLong) { try form(length) }
        }
    }

    /// A value is what it is, in whatever charset.
    @Test func fieldsOfAPartAreOctets() throws {
        var part = MultipartPart.field("a", "x")
        part.fields.append(HTTPField(name: try #require(HTTPField.Name("X-Name")), value: [0x4D, 0xE4, 0x72]))
        var form: MultipartForm = [part]
        form.boundary = "B"
        let bytes = try #require(try MultipartBody(form).requestBody.bytesInMemory)
        let line = Array("X-Name: M".utf8) + [0xE4, 0x72, 0x0D, 0x0A]
        #expect(bytes.indices.contains { bytes[$0...].starts(with: line) })
    }

    // MARK: Encodings

    @Test(
        arguments: [
            (.base64, "", ""), (.base64, "f", "Zg=="), (.base64, "fo", "Zm8="), (.base64, "foo", "Zm9v"),
            (
                .base64, String(repeating: "a", count: 58),
                String(repeating: "YWFh", count: 19) + "\r\nYQ=="
            ),
            (.base64, String(repeating: "a", count: 57), String(repeating: "YWFh", count: 19)),
            (.quotedPrintable, "a=b é", "a=3Db =C3=A9"), (.quotedPrintable, "a \r\nb\t", "a=20\r\nb=09"),
            (.quotedPrintable, "a\rb\nc\r\n", "a=0Db=0Ac\r\n"),
            (.quotedPrintable, String(repeating: "x", count: 77), String(repeating: "x", count: 75) + "=\r\nxx"),
            (.quotedPrintable, String(repeating: "x", count: 76), String(repeating: "x", count: 76)),
            (
                .quotedPrintable, String(repeating: "x", count: 76) + "\r\ny",
                String(repeating: "x", count: 76) + "\r\ny"
            ),
            (.quotedPrintable, String(repeating: "x", count: 74) + "=", String(repeating: "x", count: 74) + "=\r\n=3D"),
            (.sevenBit, "abc", "abc"), (.eightBit, "é", "é"), (.binary, "é", "é"),
        ] as [(MultipartPart.Encoding, String, String)])
    func anEncodingGives(_ encoding: MultipartPart.Encoding, _ text: String, _ expected: String) throws {
        let bytes = Array(text.utf8)
        let whole = try MultipartEncoder.encode(bytes, encoding, name: "a")
        #expect(String(decoding: whole, as: UTF8.self) == expected)
        if let length = MultipartEncoder.length(of: Int64(bytes.count), encoding) {
            #expect(length == Int64(whole.count))
        }
        // Cut anywhere, the result is the same.
        for cut in 0...bytes.count {
            var encoder = MultipartEncoder(encoding, name: "a")
            let first = try encoder.encode(Array(bytes[..<cut]), isLast: false)
            #expect(first + (try encoder.encode(Array(bytes[cut...]), isLast: true)) == whole)
        }
    }

    @Test func sevenBitsAreNotEight() {
        #expect(throws: RequestBodyError.unencodable(name: "a", encoding: "7bit")) {
            try MultipartEncoder.encode([0x80], .sevenBit, name: "a")
        }
    }

    // MARK: Types

    @Test(
        arguments: [
            ("a.JPG", "image/jpeg"), ("b/a.html", "text/html"), ("a", nil), ("a.b/c", nil), ("a.unheardof", nil),
        ] as [(String, String?)])
    func aNameHasAType(_ name: String, _ type: String?) {
        #expect(MediaTypeTable.type(forName: name) == type)
    }

    @Test func aTableIsBuiltIn() {
        #expect(MediaTypeTable.known["jpg"] == "image/jpeg")
        #expect(MediaTypeTable.known.count > 1_000)
    }

    @Test func aTableIsRead() {
        let table = MediaTypeTable.parse("# a comment\ntext/x\ta B # c\nbroken z\nimage/y  b\n\nempty/e\n")
        #expect(table == ["a": "text/x", "b": "text/x"])
    }
}
