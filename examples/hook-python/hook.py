#!/usr/bin/env python3
"""Takes the calls of a hook, checks their signature, and prints what they tell.

    PODESTA_HOOK_SECRET=... hook.py [PORT]
"""

import hashlib
import hmac
import http.server
import json
import os
import sys
import time

SECRET = os.environ["PODESTA_HOOK_SECRET"].encode()
seen = set()  # deliveries; one that was answered too late comes again


def genuine(signature, body):
    """Whether the judge has sent this body within the last five minutes."""
    parts = dict(p.partition("=")[::2] for p in signature.split(","))
    seconds = parts.get("t", "")
    if not seconds.isdigit() or abs(time.time() - int(seconds)) > 300:
        return False
    good = hmac.new(SECRET, seconds.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(good, parts.get("v1", ""))


class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if not genuine(self.headers.get("Podesta-Signature", ""), body):
            self.send_error(401)
            return
        self.send_response(204)
        self.end_headers()
        delivery = self.headers["Podesta-Delivery"]
        if delivery not in seen:
            seen.add(delivery)
            told = json.loads(body)
            print(told["game"]["name"], told["entry"]["kind"], told.get("headline", ""), flush=True)

    def log_message(self, *args):
        pass


server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000), Hook)
print("listening on port", server.server_port, flush=True)
server.serve_forever()
