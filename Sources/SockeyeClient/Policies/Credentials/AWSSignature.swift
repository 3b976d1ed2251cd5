/// How a password is used to sign requests for AWS and services that took over its way: Signature Version 4.
///
/// ```swift
/// var request = Request.get("https://bucket.s3.eu-west-1.amazonaws.com/key")
/// request.credential = .password(user: accessKeyID, secretAccessKey)
/// request.authentication = AuthenticationOptions(signature: AWSSignature())
/// ```
/// The user of the credential is the access key's ID, the password its secret. The secret itself is never sent. A
/// signature holds for one host, path, query, body and some minutes; it is made anew for every request on the way.
public struct AWSSignature: Sendable, Hashable {
    /// Whose way it is: `aws` stands for `AWS4-HMAC-SHA256` and `aws4_request`.
    public var provider: String
    /// What its fields are named by: `amz` stands for `X-Amz-Date`.
    public var fieldProvider: String
    /// The region; `nil` for the second label of the host.
    public var region: String?
    /// The service; `nil` for the first label of the host.
    public var service: String?
    /// The token of temporary credentials, sent and signed as `X-Amz-Security-Token`.
    public var sessionToken: String?
    /// Names, in small letters, of the request's own fields that are not signed: those that are changed on the way.
    /// Host, the date and everything else that the request holds is.
    public var unsignedFields: Set<String>

    /// The fields that the client or a proxy may change.
    public static let changeableFields: Set<String> = [
        "accept-encoding", "authorization", "connection", "content-length", "cookie", "expect", "proxy-authorization",
        "te", "transfer-encoding", "user-agent", "x-amzn-trace-id",
    ]

    /// A way to sign; what is `nil` is taken from the host, as `service.region.amazonaws.com` has it.
    public init(
        provider: String = "aws", fieldProvider: String = "amz", region: String? = nil, service: String? = nil,
        sessionToken: String? = nil, unsignedFields: Set<String> = changeableFields
    ) {
        self.provider = provider
        self.fieldProvider = fieldProvider
        self.region = region
        self.service = service
        self.sessionToken = sessionToken
        self.unsignedFields = unsignedFields
    }

    /// The way that curl's `--aws-sigv4` names: `provider1[:provider2[:region[:service]]]`. What is behind an empty part
    /// counts for nothing, as in curl.
    public init(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        let given = parts.prefix { !$0.isEmpty }
        self.init(
            provider: given.first ?? "", fieldProvider: given.count > 1 ? given[1] : given.first ?? "",
            region: given.count > 2 ? given[2] : nil, service: given.count > 3 ? given[3] : nil)
    }
}

/// Why a request could not be signed.
public enum AWSSignatureError: Error, Sendable, Hashable {
    /// There is no provider.
    case missingProvider
    /// The service is not given, and the host has no two labels.
    case missingService(host: String)
    /// The region is not given, and the host has no three labels.
    case missingRegion(host: String)
    /// The body comes as a stream, so that its digest is not known when the head is sent.
    case unknownBody
    /// OpenSSL has no SHA-256.
    case noDigest
}

extension AWSSignatureError: CustomStringConvertible {
    /// What is missing, and what to do.
    public var description: String {
        switch self {
        case .missingProvider: "first provider can't be empty"
        case .missingService(let host):
            "the service is neither given nor to be read from the host \(host); say provider1:provider2:region:service"
        case .missingRegion(let host):
            "the region is neither given nor to be read from the host \(host); say provider1:provider2:region:service"
        case .unknownBody:
            "a body that is a stream cannot be signed for this service; give it as bytes, or give its SHA-256 in the "
                + "field x-amz-content-sha256"
        case .noDigest: "OpenSSL does not offer SHA-256 here"
        }
    }
}
