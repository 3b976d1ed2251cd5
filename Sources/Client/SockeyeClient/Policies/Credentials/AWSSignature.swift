/// How a password signs requests for AWS and compatible services: Signature Version 4.
///
/// ```swift
/// var request = try Request.get("https://bucket.s3.eu-west-1.amazonaws.com/key")
/// request.credential = .password(user: accessKeyID, secretAccessKey)
/// request.authentication = AuthenticationOptions(signature: AWSSignature())
/// ```
/// The credential's user is the access key ID, its password the secret key, which is never sent. A signature is valid
/// for one host, path, query and body, and for some minutes; every request, redirected ones included, gets a new one.
public struct AWSSignature: Sendable, Hashable {
    /// The provider in the algorithm and scope: `aws` means `AWS4-HMAC-SHA256` and `aws4_request`.
    package var provider: String
    /// The provider in field names: `amz` means `X-Amz-Date`.
    package var fieldProvider: String
    /// The region; `nil` for the second label of the host.
    package var region: String?
    /// The service; `nil` for the first label of the host.
    package var service: String?
    /// The token of temporary credentials, sent and signed as `X-Amz-Security-Token`.
    package var sessionToken: String?
    /// Lowercase names of the request's fields that are not signed because the client or a proxy may change them. All others are
    /// signed, Host and the date included.
    package var unsignedFields: Set<String> = [
        "accept-encoding", "authorization", "connection", "content-length", "cookie", "expect", "proxy-authorization",
        "te", "transfer-encoding", "user-agent", "x-amzn-trace-id",
    ]

    /// Creates signing options; a region or service that is `nil` is taken from the host, as in
    /// `service.region.amazonaws.com`.
    public init(
        provider: String = "aws", fieldProvider: String = "amz", region: String? = nil, service: String? = nil,
        sessionToken: String? = nil
    ) {
        self.provider = provider
        self.fieldProvider = fieldProvider
        self.region = region
        self.service = service
        self.sessionToken = sessionToken
    }

    /// Parses the argument of curl's `--aws-sigv4`: `provider1[:provider2[:region[:service]]]`. As in curl, everything
    /// after an empty part is ignored.
    package init(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        let given = parts.prefix { !$0.isEmpty }
        self.init(
            provider: given.first ?? "", fieldProvider: given.count > 1 ? given[1] : given.first ?? "",
            region: given.count > 2 ? given[2] : nil, service: given.count > 3 ? given[3] : nil)
    }
}

/// Why a request could not be signed.
@nonexhaustive
public enum AWSSignatureError: Error, Sendable, Hashable {
    /// There is no provider.
    case missingProvider
    /// The service is not given, and the host has fewer than two labels.
    case missingService(host: String)
    /// The region is not given, and the host has fewer than three labels.
    case missingRegion(host: String)
    /// The body is a stream, so its digest is not known when the head is sent.
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
            "the service is not given and can't be taken from the host \(host); use provider1:provider2:region:service"
        case .missingRegion(let host):
            "the region is not given and can't be taken from the host \(host); use provider1:provider2:region:service"
        case .unknownBody:
            "this service can't sign a streamed body; pass the body as bytes, or its SHA-256 in the "
                + "field x-amz-content-sha256"
        case .noDigest: "OpenSSL doesn't support SHA-256 here"
        }
    }
}
