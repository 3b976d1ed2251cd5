internal import SockeyeIO

@main
enum SockeyeCommand {
    static func main() {
        SystemMachine.prepareProcess()
        let surface = CommandSurface(calledAs: ProcessArguments.programName)
        let code = Command(Run(on: SystemMachine(), as: surface)).perform(
            ProcessArguments.words, wipe: SecretArguments.wipe)
        if code != .success { SystemMachine.exit(code.rawValue) }
    }
}
