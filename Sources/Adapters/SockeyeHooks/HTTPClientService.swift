#if ServiceLifecycle
    public import ServiceLifecycle
    public import SockeyeClient

    /// A client as a service: when the group shuts down gracefully, its requests may finish; when it is cancelled, they are
    /// cancelled too.
    ///
    /// ```swift
    /// let group = ServiceGroup(services: [HTTPClientService(client), server], logger: logger)
    /// try await group.run()
    /// ```
    /// A group shuts its services down in the reverse order: list the client before those that use it.
    public struct HTTPClientService: Service {
        private let client: HTTPClient

        /// The service of a client. It is closed at the end, so it must not be `HTTPClient.shared`.
        public init(_ client: HTTPClient) {
            self.client = client
        }

        /// Waits for the shutdown, then closes the client.
        public func run() async throws {
            do {
                try await gracefulShutdown()
            } catch {
                await client.invalidateAndCancel()
                throw error
            }
            await withTaskCancellationHandler {
                await client.close()
            } onCancel: {
                Task { await client.invalidateAndCancel() }
            }
        }
    }
#endif
