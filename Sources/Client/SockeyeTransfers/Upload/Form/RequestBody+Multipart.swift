public import HTTPTypes
public import SockeyeClient
public import SockeyeURL

extension MultipartForm {
    /// The form as a body with its media type. Reads the files' facts, not their contents.
    public func requestBody() throws(RequestBodyError) -> RequestBody {
        try MultipartBody(self).requestBody
    }
}

extension RequestBody {
    /// A form with its media type. If the form can't be sent, the request fails before anything is sent.
    public static func multipart(_ form: MultipartForm) -> RequestBody {
        do throws(RequestBodyError) {
            return try form.requestBody()
        } catch {
            return .failed(error)
        }
    }
}

extension Request {
    /// POST of a form with files, `multipart/form-data`.
    public static func post(
        _ url: some HTTPURLConvertible, multipart form: MultipartForm, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        try .post(url, body: .multipart(form), fields: fields)
    }
}
