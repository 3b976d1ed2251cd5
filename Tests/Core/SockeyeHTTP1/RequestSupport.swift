import HTTPTypes
import SockeyeHTTP1

/// A head with a Host field and the given fields, each checked.
func requestHead(
    _ method: HTTPRequest.Method = .get,
    _ target: RequestTarget = .origin("/"),
    version: HTTPVersion = .http11,
    _ fields: [(String, String)] = []
) throws(HTTP1Error) -> RequestHead {
    var all = HTTPFields()
    all.append(try HTTPField(checkedName: "Host", value: "example.com"))
    for (name, value) in fields { all.append(try HTTPField(checkedName: name, value: value)) }
    return RequestHead(method: method, target: target, version: version, fields: all)
}

/// The output of `encode`, as text.
func encoded(_ encode: (inout [UInt8]) throws(HTTP1Error) -> Void) throws(HTTP1Error) -> String {
    var output: [UInt8] = []
    try encode(&output)
    return String(decoding: output, as: UTF8.self)
}

/// The error that `work` throws, if any.
func error(of work: () throws(HTTP1Error) -> Void) -> HTTP1Error? {
    do throws(HTTP1Error) {
        try work()
        return nil
    } catch {
        return error
    }
}

/// Every byte that no part of a request may contain, each as a text of its own.
let controlCharacters: [UInt8] = Array(0x00...0x08) + Array(0x0A...0x1F) + [0x7F]

func text(_ byte: UInt8) -> String { String(Unicode.Scalar(byte)) }
