internal import Sockeye
internal import SockeyeTesting

/// Completion scripts for bash, zsh and fish, from the option table.
enum ShellCompletion {
    /// Placeholders of arguments that are file names.
    private static let filePlaceholders: Set<String> = ["file", "filename", "path"]
    /// Parts of placeholders that stand for something else.
    private static let unspelled: Set<String> = ["number", "data", "filename"]

    /// For bash: source it, or save it in bash-completion's folder.
    static func bash(table: OptionTable = .standard) -> String {
        let words = table.sortedRows.flatMap { option in
            ["--\(option.shownName)"] + (option.short.map { ["-\($0)"] } ?? [])
        }
        let files = names(table.sortedRows.filter { takesFile($0) && !isFolder($0) })
        let folders = names(table.sortedRows.filter(isFolder))
        let others = names(table.sortedRows.filter { $0.takesArgument && !takesFile($0) && values($0, table).isEmpty })
        let chosen = table.sortedRows.filter { !values($0, table).isEmpty }.map { option in
            """
                        \(names([option])))
                            mapfile -t COMPREPLY < <(compgen -W '\(values(option, table))' -- "$word"); return ;;

            """
        }
        return """
            _sockeye() {
                local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
                COMPREPLY=()
                case $previous in
                    \(files))
                        mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
                    \(folders))
                        mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
            \(chosen.joined())        \(others))
                        return ;;
                esac
                if [[ $word == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- "$word")
                fi
            }
            complete -F _sockeye -o default sockeye

            """
    }

    /// For zsh: save it as `_sockeye` in a folder of `fpath`.
    static func zsh(table: OptionTable = .standard) -> String {
        let lines = table.sortedRows.flatMap { option -> [String] in
            let summary = zshText(option.summary)
            let argument = option.placeholder.map { ":\(zshText($0)):\(zshAction(option, table: table))" } ?? ""
            let repetition = option.accumulates ? "*" : ""
            let spellings = ["--\(option.shownName)"] + (option.short.map { ["-\($0)+"] } ?? [])
            return spellings.map { spelling in
                let name = option.takesArgument ? spelling : spelling.replacing("+", with: "")
                return "    '\(repetition)\(name)[\(summary)]\(argument)'"
            }
        }
        return "#compdef sockeye\n\n_arguments -s -S \\\n" + lines.joined(separator: " \\\n")
            + " \\\n    '*:URL:_urls'\n"
    }

    /// For fish: save it as `sockeye.fish` in a completions folder.
    static func fish(table: OptionTable = .standard) -> String {
        table.sortedRows.map { option in
            var line = "complete -c sockeye"
            if let short = option.short { line += " -s '\(short)'" }
            line += " -l \(option.shownName)"
            let values = values(option, table)
            if option.takesArgument, !values.isEmpty {
                line += " -x -a '\(values)'"
            } else if option.takesArgument {
                line += takesFile(option) ? " -r -F" : " -x"
            }
            return line + " -d '\(option.summary.replacing("'", with: "\\'"))'\n"
        }.joined()
            // Its category may be missing, so that fish takes it for a separate word.
            + "complete -c sockeye -n 'string match -qr -- \"^(-h|--help)\\$\" (commandline -opc)[-1]' "
            + "-f -a '\(categories(table))'\n"
    }

    /// The words that an option's argument is one of, such as those of `json|xml`.
    private static func values(_ option: Option, _ table: OptionTable) -> String {
        switch option.long {
        case "help": return categories(table)
        case "fault": return FaultKind.allCases.map(\.rawValue).filter { $0 != "none" }.joined(separator: " ")
        case "cache-policy": return CachePolicy.allCases.map(\.rawValue).joined(separator: " ")
        default: break
        }
        guard let placeholder = option.placeholder, placeholder.contains("|") else { return "" }
        let words = placeholder.split(separator: "|").filter { word in
            !unspelled.contains(String(word)) && word.allSatisfy { "a"..."z" ~= $0 }
        }
        return words.joined(separator: " ")
    }

    private static func categories(_ table: OptionTable) -> String {
        let used = HelpText.usedCategories(in: table).map(\.rawValue)
        return (["all", "category", "examples"] + HelpTopic.allCases.map(\.rawValue) + used).joined(separator: " ")
    }

    private static func names(_ rows: [Option]) -> String {
        rows.flatMap { ["--\($0.long)"] + ($0.short.map { ["-\($0)"] } ?? []) }.joined(separator: "|")
    }

    private static func isFolder(_ option: Option) -> Bool { option.placeholder == "dir" }

    private static func takesFile(_ option: Option) -> Bool {
        option.takesArgument && option.placeholder.map { filePlaceholders.contains($0) || $0 == "dir" } ?? false
    }

    private static func zshAction(_ option: Option, table: OptionTable) -> String {
        let values = values(option, table)
        if !values.isEmpty { return "(\(values))" }
        return isFolder(option) ? "_files -/" : takesFile(option) ? "_files" : ""
    }

    /// Text inside the single quotes of an `_arguments` line, where brackets and colons are special.
    private static func zshText(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "'": escaped += "'\\''"
            case "[", "]", ":", "\\": escaped += "\\\(character)"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
