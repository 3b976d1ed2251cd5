import Glibc
import TestSupport

/// A test's own realm of Kerberos: its key distribution centre, a ticket for ada, and two servers that ask for tickets, each of them
/// also a proxy.
final class Kerberos: Sendable {
    /// Of the servers. The second one is for redirects.
    let ports: [UInt16]
    /// Of the programs that use the realm. With ``withoutTicket`` they find no ticket.
    let environment: [String: String]
    var withoutTicket: [String: String] { environment.merging(["KRB5CCNAME": "FILE:/nowhere"]) { $1 } }
    let folder: TemporaryFolder
    private let program: Program

    struct DidNotStart: Error {
        let log: String
    }

    private static let python = "/usr/bin/python3"

    /// Whether Debian's krb5-kdc, krb5-admin-server, krb5-user and python3-gssapi are there.
    static func isInstalled() async -> Bool {
        let programs = ["/usr/sbin/krb5kdc", "/usr/sbin/kadmin.local", "/usr/bin/kinit", python]
        guard programs.allSatisfy({ access($0, X_OK) == 0 }) else { return false }
        return (try? await Program.run(python, ["-c", "import gssapi"]).status) == 0
    }

    /// Makes the realm and waits until everything answers.
    init() async throws {
        folder = try TemporaryFolder()
        environment = ["KRB5_CONFIG": folder.file("krb5.conf"), "KRB5CCNAME": "FILE:" + folder.file("cache")]
        let files = ["KRB5_KDC_PROFILE": folder.file("kdc.conf"), "KRB5_KTNAME": folder.file("keys")]
        program = try Program(
            Self.python, ["-c", Self.script, folder.path, "\(freePort())"],
            environment: environment.merging(files) { $1 }, seconds: 120)
        let text = await program.waitForText(" ready")
        let words = text.split(whereSeparator: \.isWhitespace)
        ports = words.drop { $0 != "ports" }.dropFirst().prefix(2).compactMap { UInt16($0) }
        if ports.count < 2 { throw DidNotStart(log: text + (await program.finish().errorText)) }
    }

    /// Stops it and waits.
    func stop() async {
        program.stop()
        _ = await program.finish()
    }

    private static let script = """
        import base64, ctypes, gssapi, http.server, os, socket, socketserver, subprocess, sys, threading, time
        folder = sys.argv[1]
        os.environ['PATH'] = '/usr/sbin:/usr/bin:/bin'
        port = int(sys.argv[2])
        with open(folder + '/krb5.conf', 'w') as f:
            f.write(f'''[libdefaults]
         default_realm = SOCKEYE.TEST
         dns_lookup_kdc = false
         dns_canonicalize_hostname = false
         rdns = false
         udp_preference_limit = 1
        [realms]
         SOCKEYE.TEST = {{
          kdc = 127.0.0.1:{port}
         }}
        ''')
        with open(folder + '/kdc.conf', 'w') as f:
            f.write(f'''[kdcdefaults]
         kdc_listen = ""
         kdc_tcp_listen = 127.0.0.1:{port}
        [realms]
         SOCKEYE.TEST = {{
          database_name = {folder}/principal
          key_stash_file = {folder}/stash
          acl_file = {folder}/acl
         }}
        ''')
        def run(*words): subprocess.run(words, check=True, stdout=2)
        def admin(query): run('kadmin.local', '-r', 'SOCKEYE.TEST', '-q', query)
        run('kdb5_util', 'create', '-s', '-P', 'master', '-r', 'SOCKEYE.TEST')
        for name in 'ada', 'HTTP/localhost', 'other/localhost': admin('addprinc -randkey ' + name)
        admin(f'ktadd -k {folder}/ada ada')
        admin(f'ktadd -k {folder}/keys HTTP/localhost other/localhost')
        # It ends with this process (PR_SET_PDEATHSIG).
        subprocess.Popen(
            ['krb5kdc', '-n', '-r', 'SOCKEYE.TEST'], stdout=2, preexec_fn=lambda: ctypes.CDLL(None).prctl(1, 9))
        while True:
            try: socket.create_connection(('127.0.0.1', port)).close()
            except OSError: time.sleep(0.02)
            else: break
        run('kinit', '-f', '-k', '-t', folder + '/ada', 'ada')

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'
            def log_message(self, *words): pass
            def reply(self, status, *fields, body=b''):
                self.send_response(status)
                for name, value in fields: self.send_header(name, value)
                self.send_header('Content-Length', str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def login(self, asks, answers, status):
                # Who it is and the last token; None after a challenge.
                words = self.headers.get(answers, '').split()
                self.server.seen.append(self.path + '=' + (words[0] if words else '-'))
                if len(words) != 2 or words[0] != 'Negotiate':
                    digest = 'Digest realm="r", nonce="n", qop="auth"'
                    return self.reply(status, (asks, 'Negotiate'), (asks, digest), body=b'who?')
                context = gssapi.SecurityContext(usage='accept')
                try: token = context.step(base64.b64decode(words[1]))
                except Exception: return self.reply(status, (asks, 'Negotiate'), body=b'no')
                who = f'{context.target_name} knows {context.initiator_name}'
                if context.delegated_creds: who += ' and acts for them'
                return who.encode(), base64.b64encode(token).decode()
            def do_GET(self):
                self.rfile.read(int(self.headers.get('Content-Length', 0)))
                if self.path == '/seen':
                    text = ' '.join(sum((server.seen for server in servers), []))
                    for server in servers: server.seen.clear()
                    return self.reply(200, body=text.encode())
                if self.path.startswith('/moved/'):
                    return self.reply(302, ('Location', 'http://127.0.0.1:' + self.path[7:] + '/there'))
                if self.path.startswith('http:'): names = 'Proxy-Authenticate', 'Proxy-Authorization', 407
                else: names = 'WWW-Authenticate', 'Authorization', 401
                found = self.login(*names)
                if found is None: return
                who, token = found
                if self.path == '/liar': token = token[:-8] + 'AAAAAAA='
                fields = [] if self.path == '/silent' else [(names[0], 'Negotiate ' + token)]
                self.reply(200, *fields, body=who)
            do_POST = do_GET
            def do_CONNECT(self):
                # Its own server is the other end.
                found = self.login('Proxy-Authenticate', 'Proxy-Authorization', 407)
                if found is None: return
                token = found[1] if not self.path.startswith('liar.') else found[1][:-8] + 'AAAAAAA='
                self.send_response(200)
                self.send_header('Proxy-Authenticate', 'Negotiate ' + token)
                self.end_headers()
                self.wfile.flush()
        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True
        servers = [Server(('127.0.0.1', 0), Handler) for _ in range(2)]
        for server in servers:
            server.seen = []
            threading.Thread(target=server.serve_forever).start()
        print('ports', *[server.server_address[1] for server in servers], 'ready', flush=True)
        """
}
