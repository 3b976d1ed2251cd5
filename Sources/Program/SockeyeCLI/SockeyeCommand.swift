internal import SockeyeIO

@main
enum SockeyeCommand {
    static func main() {
        SystemMachine.prepareProcess()
        let words = ProcessArguments.words
        let code = Command(Run(on: SystemMachine())).perform(words, wipe: SecretArguments.wipe)
        if code != .success { SystemMachine.exit(code.rawValue) }
    }
}
