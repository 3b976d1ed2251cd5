// What is tried first for JSON, with `import Sockeye` and `import SockeyeParsers`.

import Sockeye
import SockeyeParsers

struct Person: Codable, Equatable {
    var name: String
}

func jsonGuesses(server: String) async throws {
    let (client, person) = (HTTPClient(), Person(name: "张三"))
    // requests.post(url, json=…), .json(&person)
    let reply = try await client.post("\(server)/echo", body: .json(person), headers: ["Accept": "application/json"])
    // r.json(), .json::<Person>().await?, responseDecodable(of: Person.self)
    try expect(try reply.json(Person.self) == person)
    try expect(try await client.post("\(server)/echo", body: .json(person)).json(Person.self) == person)
    try expect(try reply.decode(Person.self) == person)
    let value: JSONValue = try reply.json()
    try expect(value["name"]?.string == "张三")
    try expect(try JSONValue(parsing: "[7]")[0]?.integer == 7)
    _ = try await client.put("\(server)/echo", body: .json(["a": 1]))
    _ = try SyntheticResponse.json(person)
    _ = try SyntheticResponse(json: person)
    do {
        _ = try await client.get("\(server)/").json(Person.self)
        throw Mismatch(line: #line, what: "a text is JSON")
    } catch is JSONError {}
}
