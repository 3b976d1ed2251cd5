internal import Sockeye

// Options that ask only for what is not there already.
extension OptionTable {
    static let conditionRows: [Option] = [
        .value(
            "etag-compare", nil, "file", [.http], "Pass an ETag from a file as a custom header",
            """
            Sends the tag that --etag-save wrote to this file (If-None-Match). A server that still has the same answers \
            304, and nothing is written. Only for one URL.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.conditions.comparedTagFile = try value.text()
        },
        .value(
            "etag-save", nil, "file", [.http], "Parse ETag from a request and save it to a file",
            """
            Writes the ETag of the last answer to this file when the transfer is complete, and an empty file when it has \
            none; a failure or an error page leaves the file as it is. It may be the file of --etag-compare.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.conditions.savedTagFile = try value.text()
        },
        .value(
            "time-cond", "z", "time", [.http], "Transfer based on a time condition",
            """
            Asks only for what was changed after this time, or with a dash before it, not since. "6 Nov 1994 08:49:37", \
            "20041106" and "2004-11-06T08:49:37Z" are times, in UTC unless a zone follows; anything else is the name of a \
            file whose time is meant. When there is nothing new, no file is touched.
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
