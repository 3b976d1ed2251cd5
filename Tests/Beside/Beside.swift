// Every stable product beside Foundation and AsyncHTTPClient, as in a program that moves from one client to the other.
import AsyncHTTPClient
import Foundation
import FoundationNetworking
import NIOHTTP1
import Sockeye
import SockeyeEvents
import SockeyeFoundation
import SockeyeHTTP1
import SockeyeHooks
import SockeyeParsers
import SockeyeTesting

// The one name that both clients have. A qualified name, or an alias for a file, says which is meant.
typealias Client = Sockeye.HTTPClient

struct User: Codable { let name: String }

let server = try await LoopbackServer.start { _ in .text(#"{"name":"Ada"}"#, type: "application/json") }
let url = server.url("/user")

let user = try await Client.shared.get(url).json(User.self)
let other = try await AsyncHTTPClient.HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(5))
let theirs = try JSONDecoder().decode(
    User.self, from: Data((try await other.body.collect(upTo: 1 << 20)).readableBytesView))
precondition(user.name == "Ada" && theirs.name == "Ada")

// Names that come close to Foundation's and NIO's, each without a qualifier.
let request: Request = try .get(url, headers: ["Accept": "application/json"])
let reply: BufferedResponse = try await Client.shared.send(request)
let cookie: Cookie? = nil
let form: Form = ["user": "Ada"]
let digest: Digest.Algorithm = .sha256
let theirCookie: HTTPCookie? = nil
let theirHeaders = HTTPHeaders()
let theirRequest = URL(string: url).map { URLRequest(url: $0) }
print(reply.statusCode, form, digest, cookie == nil, theirCookie == nil, theirHeaders.isEmpty, theirRequest != nil)
await server.stop()
