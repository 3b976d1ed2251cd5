/// Why the environment doesn't tell which shard this is.
package enum ShardError: Error, Sendable, Hashable {
    /// No array task of a scheduler that is known.
    case noScheduler
    /// Variables of two schedulers.
    case ambiguous(String, String)
    /// A variable that belongs to one that is there.
    case missing(String, beside: String)
    /// Not a number, or out of range.
    case malformed(String, value: String)
    /// A Slurm array whose ids aren't evenly spaced.
    case uneven(id: Int)
}

extension ShardError: CustomStringConvertible {
    /// What is wrong, and what to do.
    package var description: String {
        switch self {
        case .noScheduler:
            "this is not an array task: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX nor AWS_BATCH_JOB_ARRAY_INDEX is set;"
                + " write i/n"
        case .ambiguous(let one, let other): "both \(one) and \(other) are set: write i/n"
        case .missing("JOB_COMPLETIONS", let index):
            "\(index) is set, but JOB_COMPLETIONS is not: Kubernetes doesn't set it, so the manifest must, or write i/n"
        case .missing(let name, let index): "\(index) is set, but \(name) is not: write i/n"
        case .malformed(let name, let value): "\(name) is '\(value)', which is out of range or no number"
        case .uneven(let id):
            "the ids of the Slurm array are not evenly spaced, so task \(id) has no number: write i/n"
        }
    }
}

extension Shard {
    /// The shard of an array task: of Slurm, of a Kubernetes job with indexed completion, or of AWS Batch.
    ///
    /// Slurm's ids may begin anywhere and be a step apart.
    ///
    /// - Parameter variable: the value of an environment variable.
    package static func scheduled(by variable: (_ name: String) -> String?) throws(ShardError) -> Shard {
        let indexes = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"]
        let found = indexes.filter { variable($0) != nil }
        guard let index = found.first else { throw .noScheduler }
        if found.count > 1 { throw .ambiguous(index, found[1]) }
        func number(_ name: String, _ fallback: Int? = nil) throws(ShardError) -> Int {
            guard let text = variable(name) else {
                guard let fallback else { throw .missing(name, beside: index) }
                return fallback
            }
            guard let number = Int(text), (0...1_000_000_000).contains(number) else {
                throw .malformed(name, value: text)
            }
            return number
        }
        let place = try number(index)
        guard index == indexes[0] else {
            let name = index == indexes[1] ? "JOB_COMPLETIONS" : "AWS_BATCH_JOB_ARRAY_SIZE"
            let count = try number(name)
            guard let shard = Shard(place, of: count) else {
                throw (1...most).contains(count)
                    ? .malformed(index, value: "\(place)") : .malformed(name, value: "\(count)")
            }
            return shard
        }
        let count = try number("SLURM_ARRAY_TASK_COUNT")
        let first = try number("SLURM_ARRAY_TASK_MIN", 0)
        let step = max(1, try number("SLURM_ARRAY_TASK_STEP", 1))
        if count < 1 || count > most { throw .malformed("SLURM_ARRAY_TASK_COUNT", value: "\(count)") }
        guard place >= first, (place - first) % step == 0, let shard = Shard((place - first) / step, of: count) else {
            // Slurm sets all four: without one of them its place can't be told from an uneven one.
            for name in ["SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP"] where variable(name) == nil {
                throw .missing(name, beside: index)
            }
            throw .uneven(id: place)
        }
        return shard
    }
}
