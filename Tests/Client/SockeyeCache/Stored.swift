import HTTPTypes
import SockeyeCache
import SockeyeFields
import SockeyeURL
import Testing

/// The tables' clock begins here: Sun, 09 Sep 2001 01:46:40 GMT.
let noon: Int64 = 1_000_000_000

func date(_ seconds: Int64) -> String { HTTPDate(clamping: noon + seconds).description }

func fields(_ pairs: [(String, String)]) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in pairs {
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return fields
}

/// A request to a table's URL.
func request(
    _ method: HTTPRequest.Method = .get, _ url: String = "http://a.test/x", _ pairs: [(String, String)] = [],
    _ policy: CachePolicy = .standard
) throws -> CacheRequest {
    CacheRequest(method: method, url: try HTTPURL(url), fields: fields(pairs), policy: policy)
}

/// A response that was sent and received at `noon`.
func stored(
    _ pairs: [(String, String)], status: Int = 200, id: Int64 = 1, length: Int64 = 10, varying: [VaryingField] = [],
    isHead: Bool = false, part: StoredResponse.Part? = nil, delay: Int64 = 0
) -> CacheRecord {
    CacheRecord(
        id: id,
        response: StoredResponse(
            status: status, reason: "", fields: fields(pairs), varying: varying, requestTime: noon - delay,
            responseTime: noon, isHead: isHead, part: part), bodyLength: length)
}

/// What a plan is, in a word or two.
func words(_ plan: CachePlan) -> String {
    switch plan {
    case .answer(let answer):
        "answer" + (answer.validatesInBackground ? "+validate" : "") + (answer.isNotModified ? " 304" : "")
            + (answer.range.map { " \($0.lowerBound)-\($0.upperBound)" } ?? "")
    case .validate(let question) where question.conditions.isEmpty: "refetch \(question.reason.rawValue)"
    case .validate(let question): "validate \(question.records.count) \(question.reason.rawValue)"
    case .forward(let reason): "forward \(reason.rawValue)"
    case .notCached: "not cached"
    case .gatewayTimeout: "504"
    }
}
