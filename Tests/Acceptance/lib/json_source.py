"""A source that answers requests with JSON, in a thread of its own."""
import http.server
import threading


class JSONSource(threading.Thread):
    """Answers each GET with the status and the bytes that `answer(path)` returns; closes the connection for None.

    `path` has the query. `asked` has all paths, the oldest first."""

    def __init__(self, answer):
        super().__init__(daemon=True)
        self.asked = []
        asked = self.asked

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                asked.append(self.path)
                found = answer(self.path)
                if found is None:
                    self.close_connection = True
                    return
                status, body = found
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        # Connections that a killed daemon leaves.
        self.server.handle_error = lambda *_: None
        self.url = "http://127.0.0.1:%d" % self.server.server_port
        self.start()

    def run(self):
        self.server.serve_forever()
