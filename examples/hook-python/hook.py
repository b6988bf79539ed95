#!/usr/bin/env python3
"""Receives the calls of a hook, checks their signatures, and prints the entries.

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
seen = set()  # deliveries; the judge repeats one that was answered too late


def genuine(signature, body):
    """Reports whether the judge sent this body within the last five minutes."""
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
            call = json.loads(body)
            print(call["game"]["name"], call["entry"]["kind"], call.get("headline", ""), flush=True)

    def log_message(self, *args):
        pass


server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000), Hook)
print("listening on port", server.server_port, flush=True)
server.serve_forever()
