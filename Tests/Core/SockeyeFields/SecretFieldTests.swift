import SockeyeFields
import Testing

/// Which names of fields stand for secrets.
struct SecretFieldTests {
    @Test(
        "Names that services use for secrets, in any case and with what servers trim around them",
        arguments: """
            X-Forwarded-Authorization X-Original-Authorization X-Registry-Auth X-Serverless-Authorization X-Auth \
            X-Authentication X-Session X-Session-Id X-Signature Stripe-Signature X-Hub-Signature X-Hub-Signature-256 \
            X-Credentials X-JWT Cf-Access-Jwt-Assertion X-Goog-Iap-Jwt-Assertion X-Passwd X-Password X-OTP X-GitHub-OTP \
            X-Ms-Client-Principal Authentication X-Api-Key X_Api_Key ApiKey X-ApiKey Api-Token X-Auth-Token \
            X-Auth-Email-Key Private-Token Job-Token X-Vault-Token X-Amz-Security-Token X-Amz-Signature DPoP \
            X-Shopify-Access-Token X-Shopify-Hmac-Sha256 X-Twilio-Signature X-Line-Signature X-CSRF-Token X-XSRF-TOKEN \
            CSRFToken X-Access-Token X-Refresh-Token X-Id-Token X-Secret X-Client-Secret CF-Access-Client-Secret \
            X-Emby-Authorization X-Plex-Token X-Figma-Token Circle-Token Ocp-Apim-Subscription-Key x-functions-key \
            X-Goog-Api-Key X-Amzn-Oidc-Accesstoken X-Amzn-Oidc-Data X-Cookie X-Bearer X-OAuth-Scopes-Key X-SSO X-Pin \
            Mcp-Session-Id PHPSESSID X-Sig Signature X-PAT MySecretValue SSHPASS
            """.split(separator: " ").map(String.init))
    func secret(name: String) {
        #expect(SecretField(name) == .whole)
        #expect(SecretField(name.lowercased()) == .whole && SecretField(name.uppercased()) == .whole)
        #expect(SecretField(" \(name)\t") == .whole && SecretField("\"\(name)\"") == .whole)
    }

    @Test(
        "Names that everybody may know",
        arguments: """
            Accept Age Author X-Author X-Authority Cache-Key Content-Type ETag Host Idempotency-Key If-None-Match Keys \
            Location Proxy-Authenticate Public-Key-Pins Referer Sec-WebSocket-Key Surrogate-Key User-Agent Vary \
            WWW-Authenticate X-Cache-Key X-Forwarded-For X-Keyboard X-Request-Id X-Tokens Authentication-Info \
            X-RateLimit-Remaining-Tokens Anthropic-RateLimit-Token Access-Control-Allow-Credentials X-Passenger \
            X-Sequence Tus-Resumable Upload-Offset Upload-Metadata Range If-Range Digest X-Opinion
            """.split(separator: " ").map(String.init))
    func open(name: String) { #expect(SecretField(name) == nil) }

    @Test(arguments: [
        ("Authorization", SecretField.credentials), ("authorization ", .credentials),
        ("Proxy-Authorization", .credentials),
        ("\tCookie", .pairs), ("Set-Cookie", .firstPair), ("Set-Cookie2", .firstPair),
    ])
    func parts(name: String, kind: SecretField) { #expect(SecretField(name) == kind) }

    @Test func nothing() { #expect(SecretField("") == nil && SecretField(" ") == nil) }
}
