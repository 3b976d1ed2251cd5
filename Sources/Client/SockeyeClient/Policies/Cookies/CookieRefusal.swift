/// Why a cookie is not sent.
enum CookieWithholding {
    case otherHost, otherPath, needsTLS, expired, fieldFull
}

/// Why a cookie is not stored.
enum CookieRefusal: Error {
    /// The field has a control character, is empty or is too long.
    case malformed
    /// Its Domain isn't the host or a parent of it.
    case foreignDomain(String)
    /// Its Domain is a public suffix, such as `co.uk`.
    case publicSuffix(String)
    /// It is Secure, and the URL isn't.
    case needsTLS
    /// Its name's prefix requires attributes that it lacks.
    case brokenPrefix
    /// It would hide a Secure cookie.
    case shadowsSecure
}
