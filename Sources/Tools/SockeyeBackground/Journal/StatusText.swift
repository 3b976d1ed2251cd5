internal import SockeyeParsers

/// The jobs as JSON: all in the status file, or one per line over the socket.
enum StatusText {
    /// The whole file.
    static func file(_ transfers: [BackgroundTransfer]) -> [UInt8] {
        var object = JSONObject()
        object["sockeye-background"] = .number(JSONNumber(JournalLine.version))
        object["transfers"] = .array(transfers.map { .object(Self.object(of: $0)) })
        return JSONValue.object(object).bytes() + [UInt8(ascii: "\n")]
    }

    /// One job, with a line feed.
    static func line(_ transfer: BackgroundTransfer) -> [UInt8] {
        JSONValue.object(Self.object(of: transfer)).bytes() + [UInt8(ascii: "\n")]
    }

    /// Parses a status file; empty if it isn't one.
    static func transfers(in bytes: [UInt8]) -> [BackgroundTransfer] {
        guard let object = try? JSONValue(parsing: bytes).object else { return [] }
        return (object["transfers"]?.array ?? []).compactMap { $0.object.flatMap(transfer) }
    }

    /// Parses a line.
    static func transfer(line: some Collection<UInt8>) -> BackgroundTransfer? {
        (try? JSONValue(parsing: line).object).flatMap(transfer)
    }

    fileprivate static func object(of transfer: BackgroundTransfer) -> JSONObject {
        var object = JSONObject()
        object["id"] = .string(transfer.id)
        object["kind"] = .string(transfer.kind.rawValue)
        object["state"] = .string(transfer.state.name)
        if case .failed(let cause) = transfer.state { object["cause"] = .string(cause) }
        object["url"] = .string(transfer.url)
        object["path"] = .string(transfer.path)
        object["label"] = transfer.label.map { .string($0) }
        object["bytes"] = .number(JSONNumber(transfer.byteCount))
        object["total"] = transfer.total.map { .number(JSONNumber($0)) } ?? .null
        object["bytesPerSecond"] = .number(JSONNumber(Int64(speed(transfer.bytesPerSecond))))
        object["status"] = transfer.status.map { .number(JSONNumber($0)) }
        return object
    }

    /// Clamps the rate, which a file could give as any number.
    private static func speed(_ bytesPerSecond: Double) -> Double { max(0, min(1e15, bytesPerSecond)) }

    private static func transfer(_ object: JSONObject) -> BackgroundTransfer? {
        guard let id = object["id"]?.string, let kind = object["kind"]?.string.flatMap(BackgroundTransfer.Kind.init),
            let state = BackgroundTransfer.State(object["state"]?.string, cause: object["cause"]?.string)
        else { return nil }
        return BackgroundTransfer(
            id: id, kind: kind, url: object["url"]?.string ?? "", path: object["path"]?.string ?? "",
            label: object["label"]?.string, state: state,
            byteCount: max(0, object["bytes"]?.number?.integer(as: Int64.self) ?? 0),
            total: object["total"]?.number?.integer(as: Int64.self).map { max(0, $0) },
            bytesPerSecond: speed(object["bytesPerSecond"]?.double ?? 0), status: object["status"]?.int)
    }
}

extension BackgroundStatus {
    /// The status as one line of JSON: `isWorking`, and `transfers` as in the status file.
    public var json: String {
        var object = JSONObject()
        object["isWorking"] = .bool(isWorking)
        object["transfers"] = .array(transfers.map { .object(StatusText.object(of: $0)) })
        return JSONValue.object(object).text()
    }
}

extension BackgroundTransfer.State {
    fileprivate init?(_ name: String?, cause: String?) {
        let all = [Self.queued, .running, .paused, .done, .failed(cause ?? ""), .cancelled]
        guard let state = all.first(where: { $0.name == name }) else { return nil }
        self = state
    }
}
