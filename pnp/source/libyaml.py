"""PyYAML as far as libyaml's parser needs it.

The package itself brings its own reader, writer and resolver along, with all their patterns: that takes longer than to read
most games. So only the parser's own modules are imported, and the package does the rest should anybody ever ask it for more.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType, SimpleNamespace
from typing import Any, Final

# Modules that libyaml's parser needs, and those from which it takes nothing but an error of that name.
_NEEDED: Final = ("error", "tokens", "events", "nodes")
_NAMED: Final = ("reader", "scanner", "parser", "composer", "constructor", "emitter", "serializer", "representer")


def _package() -> ModuleType:
    """PyYAML: as it is where something has imported it, else without what is not asked for."""
    spec = find_spec("yaml")
    if "yaml" in sys.modules or spec is None or spec.loader is None:
        return import_module("yaml")
    package, loader = module_from_spec(spec), spec.loader

    def rest(name: str) -> Any:
        """What is not there yet: the module's own code brings it."""
        if name.startswith("__"):
            raise AttributeError(name)
        del package.__dict__["__getattr__"]
        loader.exec_module(package)
        return getattr(package, name)

    sys.modules["yaml"] = package
    package.__dict__["__getattr__"] = rest
    for name in _NEEDED:
        import_module(f"yaml.{name}")
    for name in _NAMED:
        # What the reader complains of has no marks.
        kind = package.error.YAMLError if name == "reader" else package.error.MarkedYAMLError
        setattr(package, name, SimpleNamespace(**{f"{name.title()}Error": kind}))
    return package


def _loader() -> Any:
    """Libyaml's parser, or where it is not there, Python's: both give the same events at the same marks."""
    package = _package()
    try:
        return import_module("yaml._yaml").CParser
    except (ImportError, AttributeError):
        return package.SafeLoader


LOADER: Final = _loader()
Complaint: Final[Any] = import_module("yaml.error").YAMLError
_events = import_module("yaml.events")
AliasEvent: Final = _events.AliasEvent
DocumentStartEvent: Final = _events.DocumentStartEvent
MappingEndEvent: Final = _events.MappingEndEvent
MappingStartEvent: Final = _events.MappingStartEvent
ScalarEvent: Final = _events.ScalarEvent
SequenceEndEvent: Final = _events.SequenceEndEvent
StreamEndEvent: Final = _events.StreamEndEvent
