internal import Sockeye

// Options about conditional requests.
extension OptionTable {
    static let conditionRows: [Option] = [
        .value(
            "etag-compare", nil, "file", [.http], "Pass an ETag from a file as a custom header",
            """
            Send the ETag that --etag-save wrote to this file (If-None-Match). If it still matches, the server answers \
            304 and nothing is written. Works with a single URL only.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.conditions.comparedTagFile = try value.text()
        },
        .value(
            "etag-save", nil, "file", [.http], "Parse ETag from a request and save it to a file",
            """
            Write the ETag of the last response to this file when the transfer is complete, or an empty file if there \
            isn't one; a failure or an error page leaves the file unchanged. It can be the same file as for \
            --etag-compare.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.conditions.savedTagFile = try value.text()
        },
        .value(
            "time-cond", "z", "time", [.http], "Transfer based on a time condition",
            """
            Fetch only if modified after this time, or with a leading dash, only if not modified since. Times look \
            like "6 Nov 1994 08:49:37", "20041106" and "2004-11-06T08:49:37Z", in UTC unless a zone follows; anything \
            else is the name of a file whose modification time is used. If there is nothing new, no file is touched.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.conditions.moment = try ConditionSettings.moment(try value.text())
            if settings.transfer.conditions.moment == nil {
                settings.warnings.append(
                    "Illegal date format for -z, --time-cond (and not a file name). Disabling time condition.")
            }
        },
    ]
}
