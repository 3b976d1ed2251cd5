/// A record of ``SampleData/records(size:)``.
package struct Record: Codable, Sendable {
    package struct Address: Codable, Sendable {
        package var street: String
        package var city: String
        package var postcode: String
    }
    package var id: Int
    package var name: String
    package var email: String
    package var active: Bool
    package var score: Double
    package var visits: Int
    package var note: String
    package var tags: [String]
    package var address: Address
    package var referrer: String?
}
