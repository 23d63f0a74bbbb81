"""Changes one module of the rules in many small ways, one at a time, and names the changes that no
test notices.

`python -m tests.mutants core/chance.py tests/games/rules/test_chance.py` tries every change
that cosmic-ray's operators offer; `--every 10` tries each tenth, other options are pytest's.
The module on disk is never touched. docs/mutation.md has the results.
"""

import argparse
import contextlib
import os
import resource
import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

import hypothesis
import pytest
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

ORDERS: Final = ("Eq", "NotEq", "Lt", "LtE", "Gt", "GtE")
ARITHMETIC: Final = (
    "Add_Sub", "Sub_Add", "Mul_Add", "FloorDiv_Mul", "Mod_Add", "Pow_Mul", "BitAnd_BitOr", "BitOr_BitAnd",
    "BitXor_BitOr", "LShift_RShift", "RShift_LShift",
)  # fmt: skip
OPERATORS: Final = (
    "AddNot", "NumberReplacer", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue",
    "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop", "ExceptionReplacer",
    "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_USub", "ReplaceUnaryOperator_Delete_Invert",
    "ReplaceComparisonOperator_Is_IsNot", "ReplaceComparisonOperator_IsNot_Is",
    *(f"ReplaceComparisonOperator_{old}_{new}" for old in ORDERS for new in ORDERS if old != new),
    *(f"ReplaceBinaryOperator_{change}" for change in ARITHMETIC),
)  # fmt: skip
PATIENCE: Final = 4
"""So many times as long as without a change the tests may take, and so many seconds; what never
ends is noticed too.
"""

SEEK_ONLY: Final = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
"""An example that fails is enough, it need not be a small one."""


class Mutated(MetaPathFinder, Loader):
    """Lets Python import another source for one module."""

    def __init__(self, path: Path, source: str) -> None:
        self.path, self.source = path, source
        self.name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")

    def find_spec(
        self, fullname: str, path: object, target: object = None
    ) -> ModuleSpec | None:
        places = (
            [str(self.path.parent.absolute())]
            if self.path.name == "__init__.py"
            else None
        )
        if fullname != self.name:
            return None
        return spec_from_file_location(
            fullname, self.path, loader=self, submodule_search_locations=places
        )

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, str(self.path), "exec"), module.__dict__)


def mutants(source: str) -> Iterator[str]:
    """Every source that differs from this one by one change, as far as it is Python."""
    for name in OPERATORS:
        operator, occurrence = get_operator(f"core/{name}")(), 0
        while (mutant := mutate_code(source, operator, occurrence)) is not None:
            occurrence += 1
            with contextlib.suppress(SyntaxError):
                compile(mutant, name, "exec")
                yield mutant


def survives(
    path: Path, source: str, tests: Sequence[str], seconds: int = 3600
) -> bool:
    """Whether all tests pass with this source; each is tried in a process of its own, forked
    before any import.
    """
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        sys.meta_path.insert(0, Mutated(path, source))
        hypothesis.settings.register_profile(
            "mutants", derandomize=True, database=None, phases=SEEK_ONLY
        )
        hypothesis.settings.load_profile("mutants")
        with (
            open(os.devnull, "w") as nowhere,
            contextlib.redirect_stdout(nowhere),
            contextlib.redirect_stderr(nowhere),
        ):
            os._exit(pytest.main(["-x", "-q", "-m", "not slow", *QUIET, *tests]))
    return os.waitpid(child, 0)[1] == 0


QUIET: Final = (
    "--noconftest",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:django",
    "-o",
    "addopts=--import-mode=importlib",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", type=Path)
    parser.add_argument("tests", nargs="+")
    parser.add_argument(
        "--then",
        nargs="*",
        default=[],
        help="tests for what the first ones do not notice",
    )
    parser.add_argument("--every", type=int, default=1)
    args, more = parser.parse_known_args()
    source, tried, living = args.module.read_text(), 0, 0
    stages = [[*tests, *more] for tests in (args.tests, args.then) if tests]
    if not all(survives(args.module, source, tests) for tests in stages):
        sys.exit("The tests fail without any change.")
    seconds = PATIENCE + PATIENCE * int(
        resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    )
    for mutant in list(mutants(source))[:: args.every]:
        tried += 1
        if all(survives(args.module, mutant, tests, seconds) for tests in stages):
            living += 1
            diff = unified_diff(
                source.splitlines(), mutant.splitlines(), lineterm="", n=0
            )
            print("\n".join(list(diff)[2:]), flush=True)
    if not all(survives(args.module, source, tests) for tests in stages):
        sys.exit("By now the tests fail without any change: none of this counts.")
    print(f"{args.module}: {tried} mutants, {tried - living} noticed, {living} not")


if __name__ == "__main__":
    main()
