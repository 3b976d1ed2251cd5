internal import SockeyeIO
internal import SockeyeTransfers

// Options about lists that several machines fetch.
extension OptionTable {
    static let listRows: [Option] = [
        Option(
            "shard", nil, [.sockeye, .curl], "Fetch only part i of n of the list",
            """
            Of the files of --input-file LIST, fetch those of shard i of n, i from 0. Each file belongs to one shard, by a \
            hash of its name. "auto" asks the scheduler: a Slurm array (SLURM_ARRAY_TASK_ID, counted from \
            SLURM_ARRAY_TASK_MIN in steps of SLURM_ARRAY_TASK_STEP, and SLURM_ARRAY_TASK_COUNT), a \
            Kubernetes job with indexed completion (JOB_COMPLETION_INDEX, and JOB_COMPLETIONS, which the manifest sets), an \
            AWS Batch array (AWS_BATCH_JOB_ARRAY_INDEX, AWS_BATCH_JOB_ARRAY_SIZE). The shards share the folder \
            LIST.sockeye (or --journal FOLDER): each keeps a journal there, and a lease, so that only one process runs it. \
            Run a shard that died again, on any machine: a dead holder's lease runs out after a minute, at once on its own \
            machine. What any shard completed is skipped. The exit code is that of the last file that failed.
            """,
            .value("i/n|auto") { settings, value throws(OptionFault) in
                let text = try value.text()
                if text == "auto" {
                    do throws(ShardError) {
                        settings.shard = try Shard.scheduled(by: value.readFile.machine.text(ofVariable:))
                    } catch {
                        throw .invalid("\(error)")
                    }
                } else {
                    guard let shard = Shard(text) else {
                        throw .invalid("expected i/n with i from 0 to n - 1, n up to \(Shard.most), or auto")
                    }
                    settings.shard = shard
                }
            }),
        Option(
            "per-host", nil, [.sockeye, .connection], "At most N connections to a host",
            """
            Open at most N connections to one host and port at a time; further transfers wait. With --shard, N is divided \
            by the number of shards, and each has at least one. curl's name for it, --parallel-max-host, means the same.
            """, .parsed("N", perHost) { $0.perHostLimit = $1 }),
        Option(
            "parallel-max-host", nil, [.connection, .curl], "Maximum connections to a single host",
            "Open at most this many connections to one host and port at a time: see --per-host. 0 restores the default.",
            .parsed("num", perHost) { $0.perHostLimit = $1 }),
        Option(
            "list-status", nil, [.sockeye, .curl], "Tell how far the shards of a list are",
            """
            Sum up the journals of --shard for this list, in LIST.sockeye or --journal FOLDER: files done with their bytes, \
            failed by cause, waiting; then the shards with the machines that run them. With --progress json as one JSON \
            object.
            """, .text("file") { $0.action = .listStatus($1) }),
    ]

    private static func perHost(_ value: OptionValue) throws(OptionFault) -> Int? {
        let count = try NumberArgument.count(value)
        return count == 0 ? nil : min(count, 300)
    }
}
