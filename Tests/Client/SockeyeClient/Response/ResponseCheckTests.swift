import HTTPTypes
import Testing

@testable import SockeyeClient

@Suite struct ResponseCheckTests {
    static let json = ["application/json", "text/json", "text/javascript", "+json"]

    @Test(
        arguments: [
            (ResponseCheck(), 200, nil, nil), (.init(), 299, "text/html", nil),
            (.init(), 404, nil, ResponseError.status(.notFound)), (.init(), 304, nil, .status(.notModified)),
            (.init(200..<300, 304..<305), 304, nil, nil), (.init(200..<300, 304..<305), 204, nil, nil),
            (.init(200..<300, 304..<305), 303, nil, .status(.seeOther)), (.init(404..<405), 200, nil, .status(.ok)),
            (.json, 200, "application/json", nil), (.json, 201, "Application/Problem+JSON; charset=utf-8", nil),
            (.json, 200, "text/html", .mediaType("text/html", accepted: Self.json)),
            (.json, 200, "json", .mediaType("json", accepted: Self.json)),
            (.json, 200, nil, .mediaType(nil, accepted: Self.json)),
            (.json, 500, "application/json", .status(.internalServerError)),
            (.init(mediaTypes: ["text/plain"], allowsMissingType: true), 200, nil, nil),
            (
                .init(mediaTypes: ["text/plain"], allowsMissingType: true), 200, "text/html",
                .mediaType("text/html", accepted: ["text/plain"])
            ),
            (.xml, 200, "image/svg+xml", nil), (.propertyList, 200, "application/x-plist", nil),
        ] as [(ResponseCheck, Int, String?, ResponseError?)])
    func responses(check: ResponseCheck, status: Int, contentType: String?, expected: ResponseError?) {
        var fields = HTTPFields()
        fields[.contentType] = contentType
        let result = Result { () throws(ResponseError) in try check.validate(.init(code: status), fields) }
        switch result {
        case .success: #expect(expected == nil)
        case .failure(let error): #expect(error == expected)
        }
    }
}
