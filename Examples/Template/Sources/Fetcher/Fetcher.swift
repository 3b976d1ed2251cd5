import Sockeye

@main
struct Fetcher {
    static func main() async throws {
        guard CommandLine.arguments.count > 1 else {
            print("usage: Fetcher URL …")
            return
        }
        for url in CommandLine.arguments.dropFirst() {
            print(try await PageTitle.fetch(url, with: HTTPClient.shared) ?? "(no title)")
        }
    }
}
