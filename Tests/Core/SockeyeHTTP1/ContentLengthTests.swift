import HTTPTypes
import SockeyeHTTP1
import Testing

@Suite struct ContentLengthTests {
    @Test(
        arguments: [
            ([], nil), (["0"], 0), (["5"], 5), (["9223372036854775807"], .max), (["9223372036854775808"], nil),
            (["+5"], nil),
            (["5, 5"], nil), (["5", "5"], nil), ([""], nil), (["5 6"], nil),
        ] as [([String], Int64?)])
    func ofAHead(values: [String], expected: Int64?) {
        var fields = HTTPFields()
        for value in values { fields.append(HTTPField(name: .contentLength, value: value)) }
        #expect(ResponseHead(version: .http11, status: .ok, fields: fields).contentLength == expected)
    }
}
