// Passwords, tokens and signatures.

import Sockeye
import SockeyeClient
import SockeyeCredentials
import SockeyeTesting

func credentials(_ web: LoopbackServer) async throws {
    try await originCredential(web)
    try await netrc(web)
    try await authenticationOptions(web)
    try await awsSignature(web)
    try await netrcStore()
    try await encryptedCredentialFile()
    try await secretServiceStore()
}

/// ``OriginCredential``: a password that only one origin may see.
func originCredential(_ web: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    let origin = try HTTPURL(web.url())
    configuration.credentials = [OriginCredential(.bearer(token: "t0ken"), for: origin)]
    _ = try await HTTPClient(configuration: configuration).get(web.url("/hello"))
    try expect(web.receivedRequests.last?["Authorization"] == "Bearer t0ken")
}

/// ``Netrc``: passwords by host, as other programs write them.
func netrc(_ web: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.netrc = Netrc(parsing: "machine 127.0.0.1 login ada password s3cret")
    configuration.authentication.sendsBasicAtOnce = true
    _ = try await HTTPClient(configuration: configuration).get(web.url("/hello"))
    try expect(web.receivedRequests.last?["Authorization"] == "Basic YWRhOnMzY3JldA==")
}

/// ``AuthenticationOptions``: which schemes are answered, and whether a password goes before it is asked for.
func authenticationOptions(_ web: LoopbackServer) async throws {
    var request = try Request.get(web.url("/hello"))
    request.credential = .password(user: "ada", "s3cret")
    request.authentication = AuthenticationOptions(schemes: .digest)
    _ = try await HTTPClient.shared.send(request)
    try expect(web.receivedRequests.last?["Authorization"] == nil)
}

/// ``AWSSignature``: requests signed for AWS and compatible services.
func awsSignature(_ web: LoopbackServer) async throws {
    let (accessKeyID, secretAccessKey) = ("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
    var configuration = HTTPClient.Configuration()
    configuration.connectOverrides = [ConnectOverride(newHost: "127.0.0.1", newPort: web.port)]

    var request = try Request.get("http://bucket.s3.eu-west-1.amazonaws.com/key")
    request.credential = .password(user: accessKeyID, secretAccessKey)
    request.authentication = AuthenticationOptions(signature: AWSSignature())
    _ = try await HTTPClient(configuration: configuration).send(request)
    let field = web.receivedRequests.last?["Authorization"]
    try expect(field?.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/") == true)
}

/// ``NetrcStore``, ``StoredCredential``: passwords in a netrc file, added and found.
func netrcStore() async throws {
    let url = try HTTPURL("https://example.com/list")
    let store = NetrcStore(at: "netrc")
    try await store.set(StoredCredential(for: url, user: "ada", password: "s3cret"))
    var request = Request(url: url)
    request.credential = try await store.credential(for: url)
    guard case .password("ada", "s3cret") = request.credential else { return try expect(false) }
}

/// ``EncryptedCredentialFile``: passwords in a file that a passphrase opens.
func encryptedCredentialFile() async throws {
    let url = try HTTPURL("https://example.com/list")
    let store = EncryptedCredentialFile(at: "passwords", passphrase: "correct horse battery staple")
    try await store.set(StoredCredential(for: url, realm: "staff", user: "ada", password: "s3cret"))
    try expect(try await store.get(origin: url.origin, realm: "staff", user: nil)?.credential != nil)
    try expect(try await store.credential(for: url, realm: "guests") == nil)
}

/// ``SecretServiceStore``: passwords in the desktop's keyring, if there is one.
func secretServiceStore() async throws {
    do {
        let store = SecretServiceStore()
        print(try await store.credential(for: HTTPURL("https://example.com/")) ?? "no password")
    } catch let error as CredentialStoreError {
        print(error)
    }
}
