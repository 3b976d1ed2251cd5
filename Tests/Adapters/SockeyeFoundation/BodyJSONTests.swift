import Foundation
import HTTPTypes
import Sockeye
import SockeyeClient
import SockeyeFoundation
import SockeyeParsers
import SockeyeTesting
import Testing

/// JSON by the parsers alone, in a program that has Foundation's coders too.
struct BodyJSONTests {
    private struct Item: Codable, Equatable {
        var itemName: String
    }

    private let item = Item(itemName: "张三")

    @Test func valuesAreSentAndRead() async throws {
        let client = MockClient()
        client.on(path: "/echo") { request in
            .json(request.body.bytesInMemory ?? [])
        }
        client.on(path: "/item") { [item] _ in try SyntheticResponse(json: item) }
        let url = "https://example.com/echo"
        let reply = try await client.post(url, body: .json(item))
        #expect(client.requests.last?.body.contentType == "application/json")
        #expect(reply.text() == #"{"itemName":"张三"}"#)
        #expect(reply.fields[.contentType] == "application/json")
        #expect(try reply.json(Item.self) == item && reply.decode(Item.self) == item)
        #expect(try reply.decode(Item.self, using: JSONDecoder()) == item)
        let value: JSONValue = try reply.json()
        #expect(value["itemName"]?.string == "张三")
        #expect(try await client.get("https://example.com/item").json(Item.self) == item)
        // Bytes are JSON already, and stay so.
        #expect(try await client.put(url, body: .json(Array("[7]".utf8))).json([Int].self) == [7])
        let snake = JSONValueEncoder(keys: .snakeCase)
        let other = try await client.patch(url, body: .json(item, using: snake))
        #expect(other.text() == #"{"item_name":"张三"}"#)
        #expect(try other.json(Item.self, using: JSONValueDecoder(keys: .snakeCase)) == item)
        #expect(throws: DecodingError.self) { try other.json(Item.self) }
        // Foundation's encoder, by itself or with its strategies.
        let own = JSONEncoder()
        own.keyEncodingStrategy = .convertToSnakeCase
        #expect(try await client.post(url, json: item, headers: ["X": "1"]).json(Item.self) == item)
        #expect(client.requests.last?.fields[HTTPField.Name("X")!] == "1")
        #expect(try await client.post(url, json: item, using: own).text() == #"{"item_name":"张三"}"#)
    }

    @Test(arguments: ["", "{", "text"]) func whatIsNoJSONIsAnError(_ text: String) async throws {
        let client = MockClient()
        client.on(path: "/") { _ in SyntheticResponse(body: text) }
        let reply = try await client.get("https://example.com/")
        #expect(throws: JSONError.self) { try reply.json(Item.self) }
    }

    @Test func shortNamesAreTheSame() throws {
        #expect(try JSONValue(parsing: "[7, 7.5]")[0]?.integer == 7)
        #expect(try JSONValue(parsing: "[7, 7.5]")[1]?.integer == nil)
        #expect(ServerSentEvent(data: "", lastEventID: "9").id == "9")
    }
}
