@testable import SockeyeCLI

/// Parses words; options read their files from `files`.
func parse(_ words: [String], files: [String: String] = [:]) throws(OptionError) -> Settings {
    try OptionParser.parse(words.map { Array($0.utf8) }, on: MemoryMachine(files: files))
}

/// The same for words that need not be UTF-8.
func parse(octets words: [[UInt8]]) throws(OptionError) -> Settings {
    try OptionParser.parse(words, on: MemoryMachine())
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

/// An option's argument, which may name one of the files.
func value(_ text: String, files: [String: String] = [:], variables: [String: String] = [:]) -> OptionValue {
    OptionValue(
        bytes: Array(text.utf8),
        readFile: FileReader(forOptionsOn: MemoryMachine(files: files, variables: variables)))
}
