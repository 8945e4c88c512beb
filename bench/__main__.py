"""Measure speed and strength: `python -m bench [--json] [--check] [NAME …]`, or `python -m bench NAME ARGUMENTS…`."""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from harness.figures import REPORT

from .header import as_text, header, load

STANDARD = (
    "start", "rules", "yatzy", "meow", "addi_cats", "house_of_cats", "kernels", "device", "page", "batch", "others",
    "duel", "endgame", "store", "table", "server", "push", "cluster", "failover", "overload", "fair_race", "sizing",
    "scale",
)  # fmt: skip
"""The tools that run if none is named, in this order."""


@dataclass(frozen=True)
class Tool:
    """A module of this folder that has a function `main`."""

    name: str
    summary: str
    takes_arguments: bool


def tools() -> dict[str, Tool]:
    """List the tools by reading their sources, without importing what they need; standard ones come first."""
    found: dict[str, Tool] = {}
    for file in sorted(Path(__file__).parent.glob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        mains = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "main"]
        if mains and file.stem != "__main__":
            summary = (ast.get_docstring(tree) or "").split("\n")[0]
            found[file.stem] = Tool(file.stem, summary, bool(mains[0].args.args))
    return {name: found[name] for name in (*STANDARD, *sorted(found.keys() - {*STANDARD}))}


def listed(all_tools: dict[str, Tool]) -> str:
    def lines(names: Sequence[str]) -> str:
        shown = {name: f"{name} …" if all_tools[name].takes_arguments else name for name in names}
        return "\n".join(f"  {shown[name]:<18}{all_tools[name].summary}" for name in names)

    studies = [name for name in all_tools if name not in STANDARD]
    return f"run if nothing is named:\n{lines(STANDARD)}\n\nrun only if named:\n{lines(studies)}"


def parser(all_tools: dict[str, Tool]) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure speed and strength. A tool marked … takes arguments: they follow its name.",
        epilog=listed(all_tools),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--json", action="store_true", help="write one JSON object to the output, progress to the errors")
    made.add_argument("--check", action="store_true", help="exit with code 1 if a goal is missed")
    made.add_argument("names", nargs=argparse.REMAINDER, metavar="NAME", help="tools to run (default: those below)")
    return made


def plan(words: list[str], all_tools: dict[str, Tool]) -> tuple[argparse.Namespace, dict[str, list[str]]]:
    """Return the options, and the arguments of each tool to run. Exits with code 2 if a word is unknown."""
    options_of = parser(all_tools)
    own = [word for word in words if word in {"--json", "--check"}]
    options = options_of.parse_args([*own, *(word for word in words if word not in own)])
    named: list[str] = options.names
    if named and (tool := all_tools.get(named[0])) and tool.takes_arguments:
        return options, {tool.name: named[1:]}
    for name in named:
        if name not in all_tools:
            options_of.error(f"there is no benchmark {name!r}; there are {', '.join(all_tools)}")
        if all_tools[name].takes_arguments and name not in STANDARD:
            options_of.error(f"{name} takes arguments, so it runs alone: python -m bench {name} --help")
    return options, {name: [] for name in named or STANDARD}


def run(name: str, arguments: list[str], tool: Tool) -> None:
    main: Any = import_module(f"bench.{name}").main
    main(arguments) if tool.takes_arguments else main()


def main(words: list[str]) -> int:
    all_tools = tools()
    options, wanted = plan(words, all_tools)
    found = header()
    with redirect_stdout(sys.stderr if options.json else sys.stdout):
        print(as_text(found), flush=True)
        for name, arguments in wanted.items():
            run(name, arguments, all_tools[name])
    if options.json:
        print(json.dumps({**found, "load_after": load(), "sections": REPORT.as_json()}, ensure_ascii=False, indent=1))
    for figure in REPORT.missed if options.check else ():
        print(f"goal missed: {str(figure).strip()}", file=sys.stderr)
    return 1 if options.check and REPORT.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
