#!/usr/bin/env python3
"""A hub of models that answers as ModelScope's and Modelers' do (list of files, files by range), for tests.

modelhub.py FOLDER LOG: serves the files below FOLDER as the model owner/model; prints its port; writes a line for each
request for a file into LOG: the path and where it begins. A file FOLDER/../faults holds lines "cut PATH BYTES" (the
connection ends there, once), "wrong PATH TIMES" (its first byte is another one, so often), "missing PATH" (404),
"slow PATH" (nothing comes after the head for eight seconds), "status CODE" (its answer to every request), "norange
PATH" (it begins at the beginning, whatever was asked), "paged list" (the list names a next page).
"""
import hashlib
import json
import os
import sys
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

folder, log = sys.argv[1], sys.argv[2]
faults_file = os.path.join(os.path.dirname(folder), "faults")


def take_fault(kind, path):
    try:
        with open(faults_file) as file:
            lines = file.read().split("\n")
    except FileNotFoundError:
        return None
    for index, line in enumerate(lines):
        words = line.split()
        if words[:2] != [kind, path]:
            continue
        if kind == "cut":
            lines.pop(index)
        elif kind == "wrong":
            times = int(words[2]) - 1
            lines[index] = f"wrong {path} {times}" if times > 0 else ""
        with open(faults_file, "w") as file:
            file.write("\n".join(lines))
        return int(words[2]) if len(words) > 2 else 0
    return None


class Hub(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, code, body, headers=()):
        self.send_response(code)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def modelers_tree(self):             # of one folder: large files by their SHA-256, others as git names them
        tree = []
        for name in sorted(os.listdir(folder)):
            whole = os.path.join(folder, name)
            if os.path.isdir(whole):
                tree.append({"type": "dir", "path": name, "size": 0, "etag": "", "is_lfs": False})
                continue
            content = open(whole, "rb").read()
            is_lfs = len(content) > 100000
            git = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
            tree.append({"type": "file", "path": name, "size": len(content), "is_lfs": is_lfs,
                         "etag": hashlib.sha256(content).hexdigest() if is_lfs else git})
        return tree

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        for code in (403, 404, 429, 503):
            if take_fault("status", str(code)) is not None:
                return self.answer(code, b"{}")
        query = urllib.parse.parse_qs(url.query)
        if url.path == "/api/v1/models/owner/model/repo/files":
            files = [{"Path": ".gitattributes", "Size": 1, "Type": "blob", "Sha256": ""}]
            for root, _, names in os.walk(folder):
                if root != folder:
                    files.append({"Path": os.path.relpath(root, folder), "Size": 0, "Type": "tree", "Sha256": ""})
                for name in names:
                    path = os.path.join(root, name)
                    content = open(path, "rb").read()
                    files.append({"Path": os.path.relpath(path, folder), "Size": len(content), "Type": "blob",
                                  "Sha256": hashlib.sha256(content).hexdigest()})
            more = [("Link", '<http://127.0.0.1/next>; rel="next"')] if take_fault("paged", "list") is not None else []
            return self.answer(200, json.dumps({"Code": 200, "Data": {"Files": files}, "Success": True}).encode(), more)
        if url.path == "/api/v1/file/owner/model":
            return self.answer(200, json.dumps({"data": {"tree": self.modelers_tree()}}).encode())
        path = query.get("FilePath", [""])[0]
        media = "/api/v1/file/owner/model/main/media/"
        if url.path.startswith(media):
            path = urllib.parse.unquote(url.path[len(media):])
        whole = os.path.join(folder, path)
        is_known = url.path == "/api/v1/models/owner/model/repo" or url.path.startswith(media)
        if not is_known or not os.path.isfile(whole):
            return self.answer(404, b"{}")
        content = open(whole, "rb").read()
        begin = 0
        if take_fault("norange", path) is None and self.headers.get("Range", "").startswith("bytes="):
            begin = int(self.headers["Range"][6:].split("-")[0])
        with open(log, "a") as file:
            file.write(f"{path} {begin}\n")
        if take_fault("missing", path) is not None:
            return self.answer(404, b"{}")
        if take_fault("wrong", path) is not None:
            content = bytes([content[0] ^ 1]) + content[1:]
        if begin > 0 and begin >= len(content):
            return self.answer(416, b"")
        cut = take_fault("cut", path)
        slow = take_fault("slow", path) is not None
        self.send_response(206 if begin else 200)
        if begin:
            self.send_header("Content-Range", f"bytes {begin}-{len(content) - 1}/{len(content)}")
        self.send_header("Content-Length", str(len(content) - begin))
        self.end_headers()
        if slow:
            self.wfile.flush()
            time.sleep(8)
        self.wfile.write(content[begin:cut] if cut else content[begin:])
        if cut:
            self.wfile.flush()
            self.close_connection = True


server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
print(server.server_address[1], flush=True)
server.serve_forever()
