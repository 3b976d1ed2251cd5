import SockeyeHTTP1
import Testing

@Suite("HTTPURL against the URL Standard's cases")
struct URLStandardTests {
    /// Cases that succeed in the Standard only by mapping the host to Punycode (UTS #46); `HTTPURL` refuses them.
    static let internationalized: Set<String> = [
    ]

    @Test("No case is lost: the file's count and the shares are as known")
    func count() {
        #expect(URLStandardCase.all.count == 891)
        #expect(URLStandardCase.selected.count == 501)
        #expect(URLStandardCase.selected.count(where: \.hasOtherScheme) == 32)
        #expect(URLStandardCase.selected.count { !$0.hasOtherScheme && $0.isFailure } == 0)
        let international = URLStandardCase.selected.filter { Self.internationalized.contains($0.input) }
        #expect(international.count == Self.internationalized.count)
        #expect(international.allSatisfy { !$0.isFailure })
    }

    @Test("A case with a scheme of HTTP comes to the expected parts", arguments: URLStandardCase.selected)
    func selected(_ testCase: URLStandardCase) throws {
        let result = Self.parse(testCase.input, base: testCase.base)
        if testCase.hasOtherScheme {
            guard case .failure(let error) = result, case .unsupportedScheme = error.reason else {
                Issue.record("another scheme must be refused as such: \(result)")
                return
            }
            return
        }
        if testCase.isFailure {
            #expect(throws: HTTPURLError.self) { try result.get() }
            return
        }
        if Self.internationalized.contains(testCase.input) {
            guard case .failure(let error) = result, case .internationalizedHost = error.reason else {
                Issue.record("listed as internationalized, but it came to \(result)")
                return
            }
            return
        }
        try check(result.get(), against: testCase.parts)
    }

    private func check(_ url: HTTPURL, against parts: [String: String]) throws {
        #expect(url.href == parts["href"])
        #expect(url.description == parts["href"])
        #expect("\(url.scheme):" == parts["protocol"])
        #expect(url.username == parts["username"])
        #expect(url.password == parts["password"])
        #expect(url.authority == parts["host"])
        #expect(url.host == parts["hostname"])
        #expect(url.port.map { "\($0)" } ?? "" == parts["port"])
        #expect(url.path == parts["pathname"])
        #expect(url.query.flatMap { $0.isEmpty ? nil : "?\($0)" } ?? "" == parts["search"])
        #expect(url.fragment.flatMap { $0.isEmpty ? nil : "#\($0)" } ?? "" == parts["hash"])
        if let origin = parts["origin"] {
            #expect(url.origin == origin)
        }
        // What is normal stays as it is, and the parts join to the whole.
        #expect(try HTTPURL(url.href) == url)
        #expect(url.pathAndQuery == url.path + (url.query.map { "?\($0)" } ?? ""))
    }

    @Test("Every other case is refused: HTTPURL holds no other scheme", arguments: URLStandardCase.others)
    func others(_ testCase: URLStandardCase) {
        #expect(throws: HTTPURLError.self) { try Self.parse(testCase.input, base: testCase.base).get() }
    }

    /// The input on its base; an invalid base is a failure too.
    private static func parse(_ input: String, base: String?) -> Result<HTTPURL, HTTPURLError> {
        Result { () throws(HTTPURLError) in
            guard let base else { return try HTTPURL(input) }
            return try HTTPURL(input, relativeTo: HTTPURL(base))
        }
    }
}
