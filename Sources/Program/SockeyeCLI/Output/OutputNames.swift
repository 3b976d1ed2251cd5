internal import SockeyeIO
internal import Synchronization

/// The names that active transfers have chosen, so that no two choose the same.
final class OutputNames: Sendable {
    private let machine: any Machine
    private let chosen = Mutex<Set<String>>([])

    init(_ machine: any Machine) { self.machine = machine }

    /// Chooses a free name for `--no-clobber`, as in curl NAME, else the first free one of NAME.1 to NAME.100, and reserves it
    /// until it is given back.
    func choose(for path: String) throws(OutputError) -> String {
        try chosen.withLock { (chosen) throws(OutputError) in
            for number in 0...100 {
                let name = number == 0 ? path : "\(path).\(number)"
                if !machine.isTaken(name), chosen.insert(name).inserted { return name }
            }
            throw .noFreeName(path: path)
        }
    }

    /// Releases a name when its transfer is over: either the file exists or the name is free again.
    func giveBack(_ name: String?) {
        guard let name else { return }
        _ = chosen.withLock { $0.remove(name) }
    }
}
