import TestSupport

@testable import SockeyeCLI

/// How a command line ended.
struct Performed {
    let code: ExitCode
    let output: String
    let errors: String
}

/// Carries out a command line of the program inside this process, on a thread of its own, which it blocks.
func perform(
    _ words: [String], on machine: MemoryMachine = MemoryMachine(), as surface: CommandSurface = .sockeye
) async -> Performed {
    let code = await onThread { Command(Run(on: machine, as: surface)).perform(words.map { Array($0.utf8) }) }
    return Performed(code: code, output: machine.output, errors: machine.errors)
}
