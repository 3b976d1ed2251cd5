import SockeyeURL
import Testing

@Suite("HTTPURL against the URL Standard's cases")
struct URLStandardTests {
    /// Cases that succeed in the Standard only by mapping the host to Punycode (UTS #46); `HTTPURL` refuses them
    /// without the trait `IDN`.
    static let internationalized: Set<String> = [
        "http://é@é",
        "http://GOO\u{200B}\u{2060}\u{FEFF}goo.com",
        "http://www.foo。bar.com",
        "http://Ｇｏ.com",
        "http://你好你好",
        "https://faß.ExAmPlE/",
        "http://０Ｘｃ０．０２５０．０１",
        "https://%e2%98%83",
        "https://a%C2%ADb/",
    ]

    #if IDN
        static let mapsHosts = true
    #else
        static let mapsHosts = false
    #endif

    @Test("No case is lost: the file's count and the shares are as known")
    func count() {
        #expect(URLStandardCase.all.count == 891)
        #expect(URLStandardCase.selected.count == 501)
        #expect(URLStandardCase.selected.count(where: \.hasOtherScheme) == 33)
        #expect(URLStandardCase.selected.count { !$0.hasOtherScheme && $0.isFailure } == 198)
        let international = URLStandardCase.selected.filter { Self.internationalized.contains($0.input) }
        #expect(international.count == 9)
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
            guard case .failure(let error) = result else { return }
            #expect((0...testCase.input.utf8.count).contains(error.offset))
            return
        }
        if Self.internationalized.contains(testCase.input), !Self.mapsHosts {
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
        // A normalised URL stays unchanged, and its parts join to the whole.
        #expect(try HTTPURL(url.href) == url)
        #expect(url.pathAndQuery == url.path + (url.query.map { "?\($0)" } ?? ""))
    }

    @Test("Every other case is refused: HTTPURL supports no other scheme", arguments: URLStandardCase.others)
    func others(_ testCase: URLStandardCase) {
        #expect(throws: HTTPURLError.self) { try Self.parse(testCase.input, base: testCase.base).get() }
    }

    @Test("ASCII hosts of toascii.json pass, in lowercase, with Punycode unchanged")
    func hostsInASCII() throws {
        let cases = try SharedData.objects(in: "url/toascii.json").compactMap { object -> (String, String?)? in
            let input = object["input"] as? String ?? ""
            return input.utf8.allSatisfy { $0 < 0x80 } ? (input, object["output"] as? String) : nil
        }
        #expect(cases.count == 24)
        for (input, output) in cases {
            if let output {
                #expect(try HTTPURL("https://x/").resolving("https://\(input)/x").host == output)
            } else {
                #expect(throws: HTTPURLError.self, "\(input)") { try HTTPURL("https://\(input)/x") }
            }
        }
    }

    @Test("The UTF-8 cases of percent-encoding.json, in query and fragment")
    func percentEncoding() throws {
        var count = 0
        for object in try SharedData.objects(in: "url/percent-encoding.json") {
            let input = try #require(object["input"] as? String)
            let output = try #require((object["output"] as? [String: String])?["utf-8"])
            let url = try HTTPURL("https://example.com/?\(input)#\(input)")
            #expect(url.query == output)
            #expect(url.fragment == output)
            #expect(PercentEncoding.encode(input, .specialQuery) == output)
            #expect(PercentEncoding.decode(output) == Array(input.utf8))
            count += 1
        }
        #expect(count == 7)
    }

    /// The input on its base; an invalid base is a failure too.
    private static func parse(_ input: String, base: String?) -> Result<HTTPURL, HTTPURLError> {
        Result { () throws(HTTPURLError) in
            guard let base else { return try HTTPURL(input) }
            return try HTTPURL(input, relativeTo: HTTPURL(base))
        }
    }
}
