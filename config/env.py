"""Typed environment variables. A wrong value is refused by name, with what would be right."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool = False) -> bool:
    value = text(name).lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    if value:
        raise ImproperlyConfigured(f"{name}={value!r}: say 1 or 0.")
    return default


def number(name: str, default: int) -> int:
    value = text(name)
    if value and not value.isdecimal():
        raise ImproperlyConfigured(f"{name}={value!r}: a whole number is needed.")
    return int(value) if value else default


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def secret(name: str, keep_in: Path | None) -> str:
    """The named secret. With `keep_in` a missing one is made once and kept in that file."""
    if value := text(name):
        return value
    if keep_in is None:
        raise ImproperlyConfigured(
            f"{name} must be set: a long random text that nobody else knows."
        )
    with folder_of(keep_in):
        if not keep_in.exists():
            keep_in.touch(mode=0o600)
            keep_in.write_text(secrets.token_urlsafe(50))
        return keep_in.read_text()


@contextmanager
def folder_of(file: Path) -> Iterator[None]:
    """Make the folder of a file. A failure there is reported in one line."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise ImproperlyConfigured(
            f"{error.filename}: {error.strerror}. VAR_DIR can name another folder."
        ) from error


def database(url: str, embedded: Path) -> dict[str, Any]:
    """Django's settings for a database; without `url`, for the SQLite file `embedded`.

    `url`: postgresql://user:password@host:port/name, or sqlite:///path.
    """
    if not url:
        return sqlite(embedded)
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite(Path(parts.path))
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(
            "DATABASE_URL must begin with postgresql:// (or sqlite:///path)."
        )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        # A connection that the server has ended meanwhile is replaced before it is used.
        "CONN_HEALTH_CHECKS": True,
        # A pool instead of persistent connections, since each request may run in another thread.
        "OPTIONS": {
            "pool": {
                "min_size": 1,
                "max_size": number("DATABASE_POOL", 8),
                "timeout": 10,
            }
        },
    }


def sqlite(file: Path) -> dict[str, Any]:
    with folder_of(file):
        pass
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        # In a file, as in production: an in-memory database locks differently between threads.
        "TEST": {"NAME": str(file.with_suffix(".test.sqlite3"))},
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: a move that was acknowledged survives a power cut.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }
