@main
enum SockeyeCommand {
    static func main() {}
}
