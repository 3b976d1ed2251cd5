/// What every lesson does besides its subject: choose between the lesson and the exercise, and say what went wrong.
public enum Course {
    /// Runs the lesson, or with `--solution` the solution of its exercise.
    public static func run(
        _ lesson: () async throws -> Void, solution: () async throws -> Void
    ) async {
        do {
            if CommandLine.arguments.contains("--solution") {
                try await solution()
            } else {
                try await lesson()
            }
        } catch {
            print("the lesson stopped: \(error)")
        }
    }

    /// Prints a heading over the lines that follow.
    public static func heading(_ text: String) {
        print("── \(text)")
    }
}
