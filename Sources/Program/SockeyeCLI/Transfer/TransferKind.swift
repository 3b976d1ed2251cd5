internal import Sockeye

/// The kinds of transfers over the network.
enum TransferKind {
    /// `--connect`: bytes both ways, without HTTP.
    case bareConnection(HTTPURL)
    /// ws and wss.
    case webSocket
    /// `--events`.
    case events
    /// The body of a response, and nothing else, to a regular file.
    case fileDownload
    /// `-T` with `--resumable`: the file to upload.
    case resumableUpload(String)
    /// Any other request and its response.
    case plainExchange

    /// The first kind that fits. The order matters: `wss:` with `-o FILE` passes the test of a file download too.
    ///
    /// - Parameters:
    ///   - fileName: the file for the body, if any.
    ///   - place: the transfer's among those at once, if any.
    init(of item: TransferItem, to fileName: String?, at place: ParallelPlace?) {
        if item.target.isBareConnection, let url = item.parsedURL {
            self = .bareConnection(url)
        } else if item.isWebSocket {
            self = .webSocket
        } else if item.operation.printsEvents {
            self = .events
        } else if FileDownload(item: item, path: fileName, place: place).isPossible {
            self = .fileDownload
        } else if item.operation.resumable != nil, case .file(let path) = item.target.upload, !item.settings.isDryRun {
            self = .resumableUpload(path)
        } else {
            self = .plainExchange
        }
    }

    /// Whether the body may have no end, so that its file is written to directly.
    var isStream: Bool {
        switch self {
        case .bareConnection, .webSocket, .events: true
        case .fileDownload, .resumableUpload, .plainExchange: false
        }
    }

    /// Whether the bytes come or go in several exchanges, so that the trace, which sees each by itself, can't tell the progress.
    var tellsProgressItself: Bool {
        switch self {
        case .fileDownload, .resumableUpload: true
        case .bareConnection, .webSocket, .events, .plainExchange: false
        }
    }
}
