internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeURL

/// A server to fetch segments from: the original one, or a mirror known to have the same file.
struct Source: Sendable {
    /// `nil` for the request's own URL.
    var url: HTTPURL?
    /// The validator for ranges from this server; each server has its own.
    var validator: Validator?
    var lastModified: HTTPDate?
}
