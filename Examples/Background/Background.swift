// Downloads that continue after the program exits.
//
//     swift run --package-path Examples Background FOLDER URL PATH      hands over a download, and ends
//     swift run --package-path Examples Background FOLDER               shows the jobs, follows them to the end, and forgets them

import SockeyeBackground

@main
enum Background {
    static func main() async {
        // The program itself is the worker: started as one, it ends here.
        BackgroundTransfers.runIfWorker()

        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 1 || words.count == 3 else {
            print("usage: Background FOLDER [URL PATH]")
            return
        }
        do {
            let transfers = try BackgroundTransfers(folder: words[0])
            if words.count == 3 {
                let id = try await transfers.download(words[1], to: words[2])
                try await transfers.start()
                print("handed over as \(id)")
            } else {
                // After a reboot there is no worker: start one.
                if try !transfers.status().isIdle { try await transfers.start() }
                try await follow(transfers)
            }
        } catch {
            print("Background: \(error)")
        }
    }

    static func follow(_ transfers: BackgroundTransfers) async throws {
        for try await transfer in transfers.updates() {
            let total = transfer.total.map { " of \($0)" } ?? ""
            print("\(transfer.path): \(transfer.state), \(transfer.byteCount)\(total) bytes")
        }
        try await transfers.removeFinished()
    }
}
