"""`python -m purrlor.compiled.build [PACKAGE…]`: build the kernels that games list in `exports.py`.

Numba's code is taken before its own optimisation, because that already relies on this machine's processor: 64-bit
addresses and its atomic instructions. LLVM (in llvmlite) compiles it to WebAssembly, and `wasm-ld` of the wheel ziglang
links it. The same versions give the same bytes, wherever they are installed (`requirements/kernels.txt`). Numba's code
differs a little between Python versions.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from ..runner import VARIABLE
from ..wasm import FILE
from .built import folder_of, packages, record

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
GENERIC = {
    "PYTHONWARNINGS": "ignore",
    VARIABLE: "numba",
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_LOOP_VECTORIZE": "0",
    "PYTHONHASHSEED": "0",
}
RUNTIME = Path(__file__).with_name("runtime.c")
RUNTIME_FUNCTIONS = set(re.findall(r"(?m)^void \*?(\w+)\(", RUNTIME.read_text(encoding="utf-8")))
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
FLAGS = ("-target", "wasm32-freestanding", "-O3", "-c", "-fno-builtin", "-mbulk-memory", "-msimd128")


def write_objects(package: str, folder: Path) -> None:
    """Compile each kernel of a package into its own file, named after the kernel."""
    folder.mkdir(parents=True, exist_ok=True)
    leave_out_places()
    for function, arguments in import_module(f"{package}.exports").examples():
        name = export_name(function)
        (folder / f"{name}.o").write_bytes(_object(name, function, arguments))


def leave_out_places() -> None:
    """Stop Numba from storing where an error is raised: it would name files of the building machine."""
    from numba.core.callconv import CPUCallConv

    def without_place(_: object, error: Any, arguments: Any, *__: object) -> tuple[Any, Any, None]:
        return error, arguments, None

    cast("Any", CPUCallConv).build_excinfo_struct = without_place


def link(folder: Path, file: Path) -> None:
    """Link all kernels in a folder, and the runtime that they share, into one module."""
    objects = sorted(folder.glob("purrlor.*.o"))
    _zig("cc", *FLAGS, str(RUNTIME), "-o", str(folder / "runtime.o"))
    exports = [f"--export={name}" for name in ("arena", "__heap_base", *(each.stem for each in objects))]
    linking = ["--no-entry", "--gc-sections", "--strip-all", "-z", "stack-size=1048576", *exports]
    _zig("wasm-ld", *linking, str(folder / "runtime.o"), *map(str, objects), "-o", str(file))
    file.chmod(0o644)  # the linker takes it for a program


def export_name(function: Any) -> str:
    """Return the name that `purrlor.compiled.wasm` looks up: the function's module and its own name."""
    return f"{function.py_func.__module__}.{function.py_func.__name__}"


def _zig(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "ziglang", *words], check=True, timeout=600)  # noqa: S603


def _object(name: str, function: Any, arguments: tuple[Any, ...]) -> bytes:
    """Compile one kernel.

    Numba counts references to every array, also to arrays that the caller lends. Most of these counts are
    redundant: the first round of optimisation moves them together, and the second one removes them. With them, House
    of Cats took two to three times as long.
    """
    import llvmlite.binding

    from .wrapper import Wrapper

    llvm = cast("Any", llvmlite.binding)
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        opt=3,
        reloc="static",
        codemodel="small",
        features=FEATURES,
    )
    wrapped = Wrapper(function, arguments).compiled()
    first = _optimised(machine, for_wasm(wrapped.inspect_llvm(), wrapped.native_name, name), name, last=False)
    counting = re.sub(r"(?m)^(define internal .*@NRT_(?:in|de)cref\(.*\)[^#]*)#\d+", r"\1alwaysinline", str(first))
    made: bytes = machine.emit_object(_optimised(machine, counting, name, last=True))
    return made


def _optimised(machine: Any, text: str, name: str, *, last: bool) -> Any:
    """Run LLVM's passes: passes that remove counts in the first round, passes that vectorise in the last one."""
    import llvmlite.binding

    llvm = cast("Any", llvmlite.binding)
    module = llvm.parse_assembly(text)
    module.verify()
    for each in module.functions:
        if not each.is_declaration and each.name != name:
            each.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = last
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    if not last:
        passes.add_refprune_pass()
    passes.run(module, builder)
    return module


def for_wasm(text: str, native: str, name: str) -> str:
    """Adapt Numba's code to WebAssembly: calls into Python trap, and only the wrapper has a public name.

    Numba's exceptions are left out, because nothing reads them there.
    """
    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', text)
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{LAYOUT}"', text)
    text = re.sub(r"= common (local_unnamed_addr )?global", "= internal global", text)
    text = re.sub(r"(?m)^(@\.const\.picklebuf\.\S+ = internal constant \{[^}]*\}) .*$", r"\1 zeroinitializer", text)
    text = text.replace("@sqrt(", "@llvm.sqrt.f64(")  # an instruction in WebAssembly, exact as everywhere
    text = text.replace(f"@{native}(", f'@"{name}"(').replace(f'@"{native}"(', f'@"{name}"(')
    return re.sub(r"(?m)^declare (.*@\"?([\w.]+)\"?\(.*)$", _trapping, text)


def _trapping(found: re.Match[str]) -> str:
    name = found[2]
    if name.startswith("llvm.") or name in RUNTIME_FUNCTIONS:
        return found[0]
    head = re.sub(r" #\d+$| local_unnamed_addr| unnamed_addr", "", found[1])
    return f"define internal {head} {{\n  unreachable\n}}"


def build(package: str, file: Path) -> None:
    with tempfile.TemporaryDirectory() as place:
        write_objects(package, Path(place))
        link(Path(place), file)


def main() -> None:
    """Build the kernels of the named packages, or of all.

    With `--out FOLDER`, do not replace the packages' own files.
    """
    parser = argparse.ArgumentParser(prog="python -m purrlor.compiled.build")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write PACKAGE.wasm there")
    args = parser.parse_args()
    if "NUMBA_OPT" not in os.environ:  # read when Numba is imported, and not part of its cache's key
        with tempfile.TemporaryDirectory() as cache:
            environment = {**os.environ, **GENERIC, "NUMBA_CACHE_DIR": cache}
            again = [sys.executable, "-m", "purrlor.compiled.build", *sys.argv[1:]]
            sys.exit(subprocess.run(again, env=environment, check=False).returncode)  # noqa: S603
    for package in args.packages or packages():
        if args.out:
            build(package, args.out / f"{package}.wasm")
        else:
            build(package, folder_of(package) / "kernels" / FILE)
            record(package)


if __name__ == "__main__":
    main()
