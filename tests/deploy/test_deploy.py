"""What `deploy/` says holds: the container's contents and locks, the metrics it names, the tools that read it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from purrlor.cli import parser
from purrlor.offline import bundle
from purrlor.server.metrics import Metrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text("utf-8")
METRIC = re.compile(r"\b(?:purrlor|process)_[a-z_]+\b")


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def run(*command: str, **environment: str) -> str:
    """Run a tool, which must succeed; return its output."""
    done = subprocess.run(
        command, cwd=DEPLOY, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


# Metrics


def exported() -> set[str]:
    """The names of samples that Prometheus reads; those with a label appear with their first value."""
    metrics = Metrics()
    metrics.refusals.labels("busy").inc()
    metrics.push.labels("sent").inc()
    lines = metrics.text().decode().splitlines()
    names = {re.split(r"[{ ]", line)[0] for line in lines if not line.startswith("#")}
    return {name for name in names if not name.endswith("_created")}


def dashboard() -> list[str]:
    board = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    return [target["expr"] for panel in board["panels"] for target in panel["targets"]]


def test_every_metric_of_the_dashboard_is_exported() -> None:
    named = {name for expression in dashboard() for name in METRIC.findall(expression)}
    assert len(named) > 10
    assert named - exported() == set()


def test_every_metric_of_the_alerts_is_exported() -> None:
    expressions = re.findall(r"expr: (.*)", (DEPLOY / "alerts.yaml").read_text("utf-8"))
    named = {name for expression in expressions for name in METRIC.findall(expression)}
    assert len(named) > 5
    assert named - exported() == set()


def test_every_exported_metric_is_shown_and_documented() -> None:
    def family(name: str) -> str:
        return re.sub(r"_(bucket|sum|count)$", "", name)

    families = {family(name) for name in exported()}
    shown = {family(name) for expression in dashboard() for name in METRIC.findall(expression)}
    documented = set(METRIC.findall((ROOT / "docs" / "host" / "monitor.md").read_text("utf-8")))
    ours = {name for name in families if name.startswith("purrlor_")}
    assert ours - shown == set()
    assert families - documented == set()


def test_every_alert_says_how_bad_it_is_and_where_to_read_on() -> None:
    alerts = (DEPLOY / "alerts.yaml").read_text("utf-8").split("- alert: ")[1:]
    page = (ROOT / "docs" / "host" / "monitor.md").read_text("utf-8")
    for alert in alerts:
        name = alert.split("\n")[0]
        assert re.search(rf"(?m)^### .*`{name}`", page), name
        assert re.search(r"severity: (critical|warning)\n", alert), name
        assert re.search(r'summary: "[^"]+"\n', alert), name


def test_panels_have_numbers_and_places_of_their_own() -> None:
    panels = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert len({(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}) == len(panels)


def test_prometheus_accepts_the_alerts() -> None:
    assert "SUCCESS" in run(tool("promtool"), "check", "rules", "alerts.yaml")


# The container


def pins(lock: str) -> dict[str, str]:
    """Return each package of a lock with its version, marker and hashes."""
    text = (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8")
    return {entry.split("==")[0]: entry for entry in re.split(r"\n(?=\S)", text.strip())}


@pytest.mark.parametrize("lock", ["build", "deploy"])
def test_the_container_installs_what_is_tested(lock: str) -> None:
    """Markers may differ; version and hashes may not."""
    tested = pins("dev")
    for name, pin in pins(lock).items():
        assert re.findall(r"==\S+|sha256:\w+", pin) == re.findall(r"==\S+|sha256:\w+", tested[name])


def test_nothing_is_installed_without_a_hash() -> None:
    installs = re.findall(r"pip install (.*)", CONTAINER)
    assert len(installs) == 3
    assert all("--require-hashes" in each or "--no-deps /wheel/" in each for each in installs)


def test_the_container_packs_the_offline_games_with_what_it_has_copied() -> None:
    """Beside the installed page, from the sources, with Node from the other environment."""
    (packing,) = re.findall(r"RUN (cd /opt/.*?--packed device)$", CONTAINER, re.MULTILINE | re.DOTALL)
    assert "PYTHONPATH=/src/src:$(echo /opt/build/lib/" in packing
    assert (
        CONTAINER.index("COPY src src")
        < CONTAINER.index("pip install --no-cache-dir --no-deps")
        < CONTAINER.index(packing)
    )
    assert "requirements/run.txt" in CONTAINER  # where `bundle.py` finds the pin of msgspec
    assert bundle.PYODIDE.relative_to(bundle.ROOT).parts == ("web", "node_modules", "pyodide")


def test_base_images_have_plain_names() -> None:
    images = re.findall(r"^FROM (\S+)", CONTAINER, re.MULTILINE) + re.findall(
        r"^ARG PYTHON=(\S+)", CONTAINER, re.MULTILINE
    )
    images += re.findall(r"image: (\S+)", (DEPLOY / "compose.yaml").read_text("utf-8"))
    assert len(images) == 7
    assert [image for image in images if "/" in image] == []


def test_the_container_runs_as_nobody_in_particular() -> None:
    last = CONTAINER.rpartition("FROM ")[2]
    assert re.findall(r"^USER (.*)$", last, re.MULTILINE) == ["10001:10001"]
    assert last.index("USER") < last.index("ENTRYPOINT")
    assert "HEALTHCHECK" in last


def test_what_the_container_copies_is_there_and_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    copied = [name for line in re.findall(r"^COPY (?!--)(.*)$", CONTAINER, re.MULTILINE) for name in line.split()[:-1]]
    assert len(copied) > 10
    for name in copied:
        assert (ROOT / name).exists()
        assert f"!{name}" in ignored or f"!{name.split('/')[0]}" in ignored
        assert not {name, name.rstrip("/")} & set(ignored)


def test_the_page_is_built_from_what_the_container_copies() -> None:
    """Whatever else stands beside the page's sources is named here, so that a new file is not forgotten."""
    beside = {each.name for each in (ROOT / "web").iterdir() if not each.name.startswith(".")}
    copied = {name.split("/")[1] for name in re.findall(r"web/[\w.-]+", CONTAINER)}
    checks = {"components", "eslint.config.js", "fixtures", "tests", "tsconfig.workers.json"}
    others = {"README.md", "dist", "node_modules"} | checks
    assert beside - copied == others & beside


# Compose, Caddy, systemd (nginx: test_nginx.py)


def compose() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    loaded: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return loaded


def test_compose_starts_two_servers_that_can_write_only_where_they_must() -> None:
    services = compose()["services"]
    assert set(services) == {"parlour-one", "parlour-two", "database", "proxy", "certificate"}
    for name in ("parlour-one", "parlour-two"):
        server = services[name]
        assert (ROOT / server["build"]["dockerfile"]).is_file()
        assert (server["read_only"], server["cap_drop"], server["tmpfs"]) == (True, ["ALL"], ["/tmp"])
        assert server["command"][1:4] == ["--behind-proxy", "--advertise", name]
        assert f"server {name}:8765 " in services["proxy"]["environment"]["PURRLOR_SERVERS"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_the_server_knows_the_options_of_compose_and_unit() -> None:
    unit = re.findall(r"ExecStart=\S+ (.*)", (DEPLOY / "purrlor.service").read_text("utf-8"))[0].split()
    for command in (unit, *(each["command"] for each in compose()["services"].values() if "command" in each)):
        assert callable(parser().parse_args(command).run)


def test_compose_gives_every_volume_a_home() -> None:
    file = compose()
    used = {volume.split(":")[0] for each in file["services"].values() for volume in each["volumes"]}
    assert {volume for volume in used if not volume.startswith("./")} == set(file["volumes"])
    assert all((DEPLOY / volume).exists() for volume in used if volume.startswith("./"))


@pytest.mark.parametrize("file", ["Caddyfile", "certificate.caddyfile"])
def test_caddy_accepts_its_file(file: str, tmp_path: Path) -> None:
    caddy = tool("caddy")
    printed = run(
        caddy,
        "validate",
        "--adapter",
        "caddyfile",
        "--config",
        file,
        PURRLOR_SITE="cats.example.org",
        XDG_DATA_HOME=str(tmp_path),
        XDG_CONFIG_HOME=str(tmp_path),
        PURRLOR_UPSTREAMS="one:8765 two:8765",
    )
    assert "Valid configuration" in printed
    assert run(caddy, "fmt", file) == (DEPLOY / file).read_text("utf-8")


def test_systemd_accepts_the_unit_and_finds_it_hardened(tmp_path: Path) -> None:
    analyze = tool("systemd-analyze")
    unit = tmp_path / "purrlor.service"
    text = (DEPLOY / "purrlor.service").read_text("utf-8")
    unit.write_text(text.replace("/opt/purrlor/bin/purrlor", sys.executable))
    assert "purrlor.service" not in run(analyze, "verify", str(unit)), "it may complain about other units"
    if int(run(analyze, "--version").split()[1]) < 250:
        pytest.skip("this systemd cannot judge a unit that is not installed")
    judged = run(analyze, "security", "--offline=true", "--threshold=20", str(unit))
    assert float(re.findall(r"Overall exposure level for purrlor.service: ([\d.]+)", judged)[0]) < 2
