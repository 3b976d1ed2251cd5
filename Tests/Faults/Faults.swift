import FaultSupport
import Glibc

/// Every call of every scenario fails, in every way. See README.md.
///
///     Faults all [SCENARIO…]           every fault, except that of OpenSSL's allocations at most 1,000 a scenario
///     Faults sample COUNT              at most COUNT faults of each scenario, spread evenly
///     Faults one SCENARIO CALL NUMBER KIND        one fault, with what it did
///     Faults calls [SCENARIO…]         how often each scenario makes each call
@main
struct Faults {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("work", 5):
            try await Worker(arguments).work()
        case ("one", 5):
            guard let scenario = Scenario.named(arguments[1]),
                let fault = Fault(arguments[2...].joined(separator: " "))
            else { return fail("no such scenario or fault") }
            let bench = try await Bench(scenario)
            say("\(await bench.verdict(on: fault))")
        case ("calls", _):
            for scenario in Scenario.chosen(arguments.dropFirst()) {
                let bench = try await Bench(scenario)
                let counts = try await bench.countCalls()
                say("\(scenario.name): " + counts.map { "\($0.call) \($0.count)" }.joined(separator: ", "))
                await bench.close()
            }
        case ("sample", 2):
            guard let most = Int(arguments[1]) else { return fail("COUNT is a number") }
            await run(Scenario.all, atMost: most)
        case ("all", _):
            await run(Scenario.chosen(arguments.dropFirst()), atMost: nil)
        default:
            fail("Faults all [SCENARIO…] | sample COUNT | one SCENARIO CALL NUMBER KIND | calls [SCENARIO…]")
        }
    }

    private static func run(_ scenarios: [Scenario], atMost most: Int?) async {
        let report = await Driver(most: most).run(scenarios)
        say("\(report)")
        if !report.faults.isEmpty { exit(1) }
    }

    private static func fail(_ words: String) {
        say(words, to: 2)
        exit(2)
    }
}

extension Scenario {
    /// The scenario of this name.
    static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }

    /// Those of these names; all if there are none.
    static func chosen(_ names: some Sequence<String>) -> [Scenario] {
        let chosen = names.compactMap(named)
        return chosen.isEmpty ? all : chosen
    }
}
