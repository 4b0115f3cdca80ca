"""Runs the commands of docker-compose.yml without Docker, against one PostgreSQL."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
import yaml
from psycopg.conninfo import conninfo_to_dict

from api.http.settings import Settings
from domain.store.postgres import MUST_BE_ON
from tests.api.people import json_of, open_table
from tests.api.service import AT_LAST

ROOT = Path(__file__).parents[2]
OPTION = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")
PORT = "8000"


def filled(part, given):
    """Substitutes `${NAME:-default}` as compose does."""
    if isinstance(part, dict):
        return {name: filled(inner, given) for name, inner in part.items()}
    if isinstance(part, list):
        return [filled(inner, given) for inner in part]
    if not isinstance(part, str):
        return part
    return OPTION.sub(lambda match: given.get(match[1]) or match[2] or "", part)


@pytest.fixture
def services():
    """The services, with nothing set."""
    return filled(yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8")), {})["services"]


class Container:
    """The process of a service: its command and environment, with a port and a database of the test."""

    def __init__(self, service, folder, url, port):
        bare = {name: value for name, value in os.environ.items() if not name.startswith("GRIFFIER_")}
        environment = {**service["environment"], "GRIFFIER_DATABASE": url, "GRIFFIER_PORT": port}
        environment["GRIFFIER_KEYS"] = str(folder / "keys")
        self.env = {**bare, **environment, "PYTHONPATH": str(ROOT)}
        self.service, self.port, self.err = service, port, folder / f"{service['command'].split()[-1]}.err"
        with self.err.open("wb") as err:
            command = [sys.executable, "-m", "api.cli", *service["command"].split()[1:]]
            self.process = subprocess.Popen(command, env=self.env, cwd=folder, stdout=err, stderr=err)

    def is_healthy(self):
        """Whether the service's own health check succeeds."""
        kind, program, *words = self.service["healthcheck"]["test"]
        assert (kind, program) == ("CMD", "python")
        words = [word.replace(f":{PORT}/", f":{self.port}/") for word in words]
        return not subprocess.run([sys.executable, *words], env=self.env, capture_output=True).returncode

    def stop(self):
        """Stops it as compose does; returns whether it ended without being killed."""
        patience = int(self.service["stop_grace_period"].removesuffix("s"))
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(patience) in (0, -signal.SIGTERM)


@pytest.fixture
def started(services, tmp_path, postgres_url):
    """Starts both services, the read models first: they wait until the database has tables."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    made = {name: Container(services[name], tmp_path, postgres_url, port) for name in ("projections", "api")}
    yield made
    for one in made.values():
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


def until(done, started):
    """Waits for a condition while both services run."""
    given_up = time.monotonic() + 4 * AT_LAST
    while not done():
        dead = [one.err.read_text() for one in started.values() if one.process.poll() is not None]
        assert not dead and time.monotonic() < given_up, dead
        time.sleep(0.05)


class Client:
    """A client outside the containers."""

    def __init__(self, port):
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=AT_LAST)

    def ask(self, method, path, token="", body=None):
        """One request."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return self.client.request(method, path, headers=headers, json=body)


def test_the_services_work_together_and_go_down_in_time(started):
    api = started["api"]
    until(api.is_healthy, started)
    client = Client(api.port)
    table = open_table(client)
    json_of(client.ask("POST", table.at("/lines"), table.tokens["scribe"], {"lines": ["B pass"]}), 201)

    def is_listed():  # which only the other service can bring about
        rows = json_of(client.ask("GET", "/api/sessions"), 200)["rows"]
        return any(one["session"] == table.session and one["lines"] == 6 for one in rows)

    until(is_listed, started)
    assert json_of(client.ask("GET", "/ready"), 200)["projections"]["running"]
    assert all(one.stop() for one in started.values())


def test_the_settings_of_the_services_agree(services):
    ours, postgres = (services["api"], services["projections"]), services["postgres"]
    for one in ours:
        url = conninfo_to_dict(one["environment"]["GRIFFIER_DATABASE"])
        assert url["host"] == "postgres" and one["depends_on"] == {"postgres": {"condition": "service_healthy"}}
        named = {"dbname": "POSTGRES_DB", "user": "POSTGRES_USER", "password": "POSTGRES_PASSWORD"}
        assert all(url[key] == postgres["environment"][name] for key, name in named.items())
        known = {f"GRIFFIER_{name.upper()}" for name in Settings.__struct_fields__}
        assert one["environment"].keys() <= known and one["command"].startswith("griffier ")
    assert Settings(database="").port == int(PORT) and services["api"]["ports"] == [f"{PORT}:{PORT}"]
    assert all(f"-c {setting}=on" in postgres["command"] for setting in MUST_BE_ON)


def test_all_services_use_the_same_password():
    text = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    services = filled(text, {"POSTGRES_PASSWORD": "other"})["services"]
    assert services["postgres"]["environment"]["POSTGRES_PASSWORD"] == "other"
    for name in ("api", "projections"):
        assert conninfo_to_dict(services[name]["environment"]["GRIFFIER_DATABASE"])["password"] == "other"


def test_the_image_has_what_it_needs_to_build(services):
    steps = services["api"]["build"]["dockerfile_inline"]
    assert services["projections"]["build"] == services["api"]["build"]
    assert "--require-hashes -r requirements.lock" in steps and "--no-build-isolation" in steps
    assert re.search(r"^hatchling==", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)
    copied = [word for line in steps.splitlines() if line.startswith("COPY") for word in line.split()[1:-1]]
    assert all((ROOT / word).exists() for word in copied)
