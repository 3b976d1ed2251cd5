import Glibc
import TestSupport

/// A test's own Flask server: it parses requests with a parser other than ours, and returns the result as JSON with
/// sorted keys.
final class Flask: Sendable {
    let port: UInt16
    private let program: Program

    struct DidNotStart: Error {
        let log: String
    }

    private static let python = "/usr/bin/python3"

    /// Whether Python has Flask.
    static func isInstalled() async -> Bool {
        guard access(python, X_OK) == 0 else { return false }
        return (try? await Program.run(python, ["-c", "import flask"]).status) == 0
    }

    /// Starts it and waits until it responds.
    init() async throws {
        program = try Program(Self.python, ["-c", Self.script], seconds: 120)
        let text = await program.waitForText(" ready", inErrors: true)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("port ") }),
            let port = UInt16(line.dropFirst(5).prefix { $0 != " " })
        else { throw DidNotStart(log: text) }
        self.port = port
    }

    /// Stops it and waits.
    func stop() async {
        program.stop()
        _ = await program.finish()
    }

    private static let script = """
        import hashlib, json, logging, sys
        from flask import Flask, request
        from werkzeug.serving import make_server
        logging.getLogger('werkzeug').setLevel(logging.ERROR)
        app = Flask('peer')
        app.json.sort_keys = True

        @app.route('/form', methods=['POST', 'PUT'])
        def form():
            files = []
            for name, file in request.files.items(multi=True):
                data = file.read()
                files.append([name, file.filename, file.content_type, len(data), hashlib.sha256(data).hexdigest()])
            return {'fields': list(request.form.items(multi=True)), 'files': files}

        @app.route('/put/<path:name>', methods=['PUT', 'POST'])
        def put(name):
            data = request.get_data()
            return {'name': name, 'length': len(data), 'sha256': hashlib.sha256(data).hexdigest()}

        server = make_server('127.0.0.1', 0, app)
        print('port %d ready' % server.socket.getsockname()[1], file=sys.stderr, flush=True)
        server.serve_forever()
        """
}
