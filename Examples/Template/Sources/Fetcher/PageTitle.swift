import Sockeye

/// What the program does, against any client: the real one, or that of a test.
enum PageTitle {
    /// The title of the page at `url`; `nil` if it has none.
    static func fetch(_ url: String, with client: some RequestPerformer) async throws -> String? {
        let page = try await client.get(url).text()
        guard let start = page.firstRange(of: "<title>")?.upperBound,
            let end = page[start...].firstRange(of: "</title>")?.lowerBound
        else { return nil }
        return String(page[start..<end])
    }
}
