@testable import SockeyeCLI

/// Parses words; options read their files from `files`.
func parse(_ words: [String], files: [String: String] = [:]) throws(OptionError) -> Settings {
    let reader = FileReader { path throws(InputError) in
        guard let text = files[path] else { throw InputError(path: path, reason: "No such file or directory") }
        return Array(text.utf8)
    }
    return try OptionParser.parse(words.map { Array($0.utf8) }, readFile: reader)
}

/// The error from parsing these words.
func parseError(_ words: [String], files: [String: String] = [:]) -> OptionError? {
    do throws(OptionError) {
        _ = try parse(words, files: files)
        return nil
    } catch {
        return error
    }
}

/// An option's argument that can't read files.
func value(_ text: String) -> OptionValue {
    let reader = FileReader { path throws(InputError) in
        throw InputError(path: path, reason: "No such file or directory")
    }
    return OptionValue(bytes: Array(text.utf8), readFile: reader)
}
