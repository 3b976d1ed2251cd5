import HTTPTypes
import SockeyeClient
import SockeyeTesting
import SockeyeURL
import Testing

/// Nested forms and queries as PHP and Rails parse them.
struct FormTests {
    struct Case: Sendable, CustomStringConvertible {
        var form: Form
        var options: FormOptions
        /// The names and values before percent-encoding.
        var expected: String

        init(_ form: Form, _ options: FormOptions, _ expected: String) {
            (self.form, self.options, self.expected) = (form, options, expected)
        }

        init(_ form: Form, _ expected: String) {
            self.init(form, FormOptions(), expected)
        }

        var description: String { expected }
    }

    @Test(arguments: [
        Case([:], ""),
        Case(["a": "1"], "a=1"),
        Case(["a": "1", "a": "2"], "a=1&a=2"),
        Case(["a": ["b": 1, "c": ["d": "x"]]], "a[b]=1&a[c][d]=x"),
        Case(["a": [1, 2]], "a[]=1&a[]=2"),
        Case(["a": [1, 2]], FormOptions(arrays: .indexed), "a[0]=1&a[1]=2"),
        Case(["a": [1, 2]], FormOptions(arrays: .repeated), "a=1&a=2"),
        Case(["a": [["x": 1], ["x": 2]]], "a[][x]=1&a[][x]=2"),
        Case(
            ["a": [["x": 1, "y": [3]], ["x": 2]]], FormOptions(arrays: .indexed), "a[0][x]=1&a[0][y][0]=3&a[1][x]=2"),
        Case(["a": [[1, 2], [3]]], "a[][]=1&a[][]=2&a[][]=3"),
        Case(["t": true, "f": false], "t=1&f=0"),
        Case(["t": true, "f": false], FormOptions(booleans: .words), "t=true&f=false"),
        Case(["n": nil, "m": 1], "n=&m=1"),
        Case(["n": nil, "l": [nil, 2]], FormOptions(nulls: .omitted), "l[]=2"),
        Case(["i": -3, "d": 2.5, "e": 1e300], "i=-3&d=2.5&e=1e+300"),
        Case(["empty": [], "none": [:], "x": ""], "x="),
    ])
    func namesAndValues(_ test: Case) {
        let text = test.form.pairs(test.options).map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        #expect(text == test.expected)
    }

    @Test func everythingIsEncoded() {
        let form: Form = ["a&b": ["c=d": "张 三+\u{0}\r\n"]]
        #expect(form.encoded() == "a%26b%5Bc%3Dd%5D=%E5%BC%A0+%E4%B8%89%2B%00%0D%0A")
    }

    @Test(arguments: [
        ("http://h/p", "http://h/p?a%5Bb%5D=1"),
        ("http://h/p?", "http://h/p?a%5Bb%5D=1"),
        ("http://h/p?x=y", "http://h/p?x=y&a%5Bb%5D=1"),
        ("http://h/p?x=y#top", "http://h/p?x=y&a%5Bb%5D=1#top"),
    ])
    func queries(_ url: String, _ expected: String) throws {
        #expect(try Request.get(url, query: ["a": ["b": 1]]).url.href == expected)
        #expect(try Request.get(url, query: [:]).url.href == url)
    }

    @Test func aFormIsPosted() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        _ = try await client.send(
            .post(server.url("/echo"), form: ["user": ["name": "x y", "tags": ["a", "b"]], "on": true]))
        _ = try await client.send(.get(server.url("/hello?a=1"), query: ["b": [2]]))
        let requests = try await server.waitForRequests(2)
        #expect(requests[0]["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(requests[0].text == "user%5Bname%5D=x+y&user%5Btags%5D%5B%5D=a&user%5Btags%5D%5B%5D=b&on=1")
        #expect(requests[1].target == "/hello?a=1&b%5B%5D=2")
        await server.stop()
    }

    @Test(
        arguments: [
            ("gbk", "name=%D5%C5%C8%FD&emoji=%26%23128512%3B"),
            ("shift_jis", "name=%26%2324352%3B%8EO&emoji=%26%23128512%3B"),
            ("utf-8", "name=%E5%BC%A0%E4%B8%89&emoji=%F0%9F%98%80"),
            ("unheard-of", "name=%E5%BC%A0%E4%B8%89&emoji=%F0%9F%98%80"),
        ])
    func aFormHasAnEncoding(_ label: String, _ expected: String) {
        var options = FormOptions()
        options.encoding = label
        #expect((["name": "张三", "emoji": "😀"] as Form).encoded(options) == expected)
    }
}
