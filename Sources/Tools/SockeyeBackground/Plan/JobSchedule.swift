internal import SockeyeURL

/// Decides which jobs start next.
enum JobSchedule {
    /// - Parameters:
    ///   - ledger: the jobs.
    ///   - running: the jobs under way. Removed jobs count until they have stopped, since they still hold file and connection.
    /// - Returns: the queued jobs that the limits allow, in the order they were added. No two concurrent jobs share a file.
    static func next(_ ledger: JournalLedger, running: [String: BackgroundJob]) -> [String] {
        var (count, paths, hosts) = (running.count, Set<String>(), [String: Int]())
        for job in running.values {
            paths.insert(job.path)
            hosts[job.url.authority, default: 0] += 1
        }
        var chosen: [String] = []
        for id in ledger.identifiers where count < ledger.limits.jobs {
            guard let entry = ledger.entries[id], entry.state == .queued, running[id] == nil,
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
