public import SockeyeClient
internal import SockeyeIO

extension BackgroundTransfers {
    /// If the program was started as a worker, runs the worker and exits; otherwise returns. Call it first in main, before
    /// anything that only the program itself should do.
    ///
    /// - Parameter configuration: the configuration of the worker's client: trust, proxies, credentials. By default
    ///   ``defaultConfiguration()``.
    public static func runIfWorker(
        configuration: @escaping @Sendable () -> HTTPClient.Configuration = BackgroundTransfers.defaultConfiguration
    ) {
        guard let folder = WorkerArguments.folder else { return }
        ThisProcess.run {
            _ = try EventLoop.runBlocking { loop in
                var configuration = configuration()
                configuration.eventLoop = loop
                return try await work(in: folder, configuration: configuration)
            }
        }
    }

    /// The default configuration, with `HTTPClient.Configuration.waitsForConnectivity` on.
    @Sendable public static func defaultConfiguration() -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.waitsForConnectivity = true
        return configuration
    }

    /// Runs a folder's jobs in this process until it has been idle for `grace` or the task is cancelled: for services, which
    /// are background processes already.
    ///
    /// - Parameters:
    ///   - path: the folder, which must exist.
    ///   - configuration: the client's configuration.
    ///   - grace: how long it idles before it returns; by default five seconds.
    /// - Returns: false if another worker has the folder.
    /// - Throws: ``BackgroundError``.
    @discardableResult
    public static func work(
        in path: String, configuration: HTTPClient.Configuration = BackgroundTransfers.defaultConfiguration(),
        grace: Duration = .seconds(5)
    ) async throws(BackgroundError) -> Bool {
        let folder = try BackgroundFolder(path, mustExist: true)
        let client = HTTPClient(configuration: configuration)
        return try await BackgroundWorker(folder: folder, client: client, grace: grace).run()
    }
}

/// A worker's command line, which `sockeye` understands too.
enum WorkerArguments {
    private static let name = "--background-worker"

    /// The arguments after the program's name.
    static func words(folder: String) -> [String] { [name, folder] }

    /// The folder, if this process was started as a worker.
    static var folder: String? {
        let words = CommandLine.arguments
        return words.count == 3 && words[1] == name ? words[2] : nil
    }
}
