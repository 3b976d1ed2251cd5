extension HTTPClient {
    /// Runs a step in which the time of day counts (cookies, HSTS, signatures, Retry-After), by the recording's clock if this client
    /// replays one.
    func atRecordedTime<Value, Failure: Error>(_ step: () throws(Failure) -> Value) throws(Failure) -> Value {
        // In a program in virtual time, the system's clock is that of the recording.
        guard let replay = configuration.replay, !replay.isTimed else { return try step() }
        let outcome = RecordedTime.$seconds.withValue(replay.wallTime / 1_000_000) { () -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try step())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}
