"""An editor without a screen: it speaks to a language server over its standard streams, and waits for what it says."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

PATIENCE = 60.0  # seconds: a machine at full load is slow, but a server that says nothing is broken


class Editor:
    """Opens files in a server and asks it. `settings` are what a person would have in the editor's."""

    def __init__(self, command: list[str], settings: dict[str, Any]) -> None:
        self._settings, self._id = settings, 0
        self._said: queue.Queue[dict[str, Any]] = queue.Queue()
        self._told: dict[str, list[dict[str, Any]]] = {}
        self._server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Editor:
        capabilities = {
            "workspace": {"configuration": True},
            "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}},
        }
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
        self._tell("initialized", {})
        self._tell("workspace/didChangeConfiguration", {"settings": self._settings})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.kill()
        self._server.communicate()

    def open(self, file: Path, text: str) -> list[dict[str, Any]]:
        """Show the server a text as that of a file; the faults that it finds."""
        uri = file.as_uri()
        self._told.pop(uri, None)
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._tell("textDocument/didOpen", {"textDocument": document})
        while uri not in self._told:
            self._hear()
        return self._told[uri]

    def at(self, method: str, file: Path, line: int, column: int) -> Any:
        """Ask about a place, counted from 0."""
        position = {"line": line, "character": column}
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": file.as_uri()}, "position": position})

    def ask(self, method: str, params: Any) -> Any:
        self._id += 1
        self._send({"id": self._id, "method": method, "params": params})
        while True:
            message = self._hear()
            if message.get("id") == self._id and "method" not in message:
                assert "error" not in message, message
                return message["result"]

    def _tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def _hear(self) -> dict[str, Any]:
        """The next message; what the server asks is answered, and the faults that it tells are kept."""
        message = self._said.get(timeout=PATIENCE)
        if message.get("method") == "textDocument/publishDiagnostics":
            self._told[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "method" in message and "id" in message:
            wanted = message["params"].get("items", []) if message["method"] == "workspace/configuration" else None
            answer = None if wanted is None else [self._settings.get(item.get("section")) for item in wanted]
            self._send({"id": message["id"], "result": answer})
        return message

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._server.stdin
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._server.stdin.flush()

    def _listen(self) -> None:
        stream = self._server.stdout
        assert stream
        while header := stream.readline():
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            self._said.put(json.loads(stream.read(length)))
