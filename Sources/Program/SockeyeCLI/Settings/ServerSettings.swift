internal import SockeyeTesting

/// What `--serve`, `--grade` and `--inspect` are told.
struct ServerSettings: Sendable {
    /// Where to listen; 0 for any free port.
    var port: UInt16 = 0
    /// `--fault`.
    var faults: [Fault] = []
    /// `--grade`: the words of the client's command line.
    var client: [String] = []
    /// `--grade-time`: how long each run of the client may take.
    var clientTime = Duration.seconds(10)
    /// `--grade-format`: one JSON document instead of a table.
    var printsJSON = false
    /// `--inspect-…`.
    var inspection = InspectSettings()
}
