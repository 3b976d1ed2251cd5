internal import SockeyeURL

/// Which jobs begin next, as a pure decision.
enum JobSchedule {
    /// - Parameters:
    ///   - ledger: the jobs.
    ///   - running: those under way.
    /// - Returns: the queued jobs that the limits allow, in the order they were handed over. No two at once have the same
    ///   file.
    static func next(_ ledger: JournalLedger, running: Set<String>) -> [String] {
        var (count, paths, hosts) = (running.count, Set<String>(), [String: Int]())
        for id in running {
            // One that was removed meanwhile still has its connection, but its place isn't known any more.
            guard let job = ledger.entries[id]?.job else { continue }
            paths.insert(job.path)
            hosts[job.url.authority, default: 0] += 1
        }
        var chosen: [String] = []
        for id in ledger.identifiers where count < ledger.limits.jobs {
            guard let entry = ledger.entries[id], entry.state == .queued, !running.contains(id),
                !paths.contains(entry.job.path),
                hosts[entry.job.url.authority, default: 0] < ledger.limits.jobsPerHost
            else { continue }
            chosen.append(id)
            count += 1
            paths.insert(entry.job.path)
            hosts[entry.job.url.authority, default: 0] += 1
        }
        return chosen
    }
}
