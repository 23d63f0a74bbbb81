"""All settings, from the environment. By default the embedded service: SQLite, one process.

With DATABASE_URL and REDIS_URL it is the production service, which needs DJANGO_SECRET_KEY.
"""

from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import VERSION, env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("VAR_DIR") or BASE_DIR / "var")
DATABASE_URL = env.text("DATABASE_URL")
REDIS_URL = env.text("REDIS_URL")
EMBEDDED = not DATABASE_URL
DEBUG = env.flag("DEBUG")

SECRET_KEY = env.secret(
    "DJANGO_SECRET_KEY", keep_in=VAR_DIR / "secret.key" if EMBEDDED else None
)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "*" if EMBEDDED else "localhost,127.0.0.1")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "accounts",
    "games",
    "tournaments",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.middleware.ProlongSession",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # The table of a game lies in the folder of the game.
        "DIRS": [BASE_DIR / "templates", *sorted(BASE_DIR.glob("games/*/templates"))],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.service",
            ],
        },
    },
]

DATABASES = {"default": env.database(DATABASE_URL, VAR_DIR / "club.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        "BACKEND": "config.cache.RedisOrMemory",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "mus",
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# Readers of the pages may ask for the source that runs here (AGPL, section 13).
SOURCE_URL = env.text("SOURCE_URL")

# People
AUTH_USER_MODEL = "accounts.User"
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
# A sign-up with a known address looks like any other; the owner of the address gets the mail.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_VERIFICATION = env.text("ACCOUNT_EMAIL_VERIFICATION", "optional")
# Guests are logged in without knowing it, and must reach the forms too.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
# Wrong passwords for one account, on the page and through the API. All guests of a bar share one
# address, so the limit of an address for all accounts is a wide one ("ip").
WRONG_PASSWORD_RATES = {
    "address": "60/m/ip,5/5m/key",
    "account": "300/h/key",
    "known_device": "10/5m/key",
}
ACCOUNT_RATE_LIMITS = {"login": False}  # it would count right passwords too
# While it is used, a session is prolonged (accounts.middleware): through a whole league.
SESSION_COOKIE_AGE = 60 * 24 * 3600
LOGIN_REDIRECT_URL = "home"
LOGIN_URL = "account_login"
LOGOUT_REDIRECT_URL = "home"
EMAIL_HOST = env.text("EMAIL_HOST")
# Requests put mails into the outbox; a task hands them over to the transport.
EMAIL_BACKEND = "accounts.outbox.Outbox"
MAIL_TRANSPORT = "django.core.mail.backends.console.EmailBackend"
if EMAIL_HOST:
    MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_TIMEOUT = 20
EMAIL_PORT = env.number("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", True)
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "club@localhost")

# Languages
LANGUAGE_CODE = "es"
LANGUAGES = [
    ("es", _("Spanish")),
    ("eu", _("Basque")),
    ("de", _("German")),
    ("en", _("English")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.text("TIME_ZONE", "Europe/Madrid")
USE_TZ = True

# Static files
STATIC_URL = "static/"
# With STATIC_ROOT, what `collectstatic` put there is served, under names that change with the
# content. Without it (demo, tests), files are served from where they lie.
STATIC_ROOT = env.text("STATIC_ROOT") or None
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_ROOT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticatedOrReadOnly"
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.parsers.StorableJsonParser"],
    "DEFAULT_SCHEMA_CLASS": "config.schema.Schema",
    "EXCEPTION_HANDLER": "config.errors.problem",
    # Per address. A whole bar shares one, so these stop scripts, not an evening's sign-ups.
    "DEFAULT_THROTTLE_RATES": {
        "sign_up": env.text("RATE_SIGN_UP", "120/min"),
        "login": env.text("RATE_LOGIN", "60/min"),
    },
}
# Entries from one address: at home, in the venue with its code, and tries with a wrong code.
SIGN_UP_RATES = {
    "private": env.text("RATE_REGISTER", "20/h"),
    "venue": "200/h",
    "wrong_code": "20/h",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Mus tournaments",
    "DESCRIPTION": "Clubs, events, draws, rounds, results and matches. "
    "Errors are RFC 9457 problems with stable codes.",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "DEFAULT_GENERATOR_CLASS": "config.schema.EnglishSchemaGenerator",
    # One name for each set of values, where several fields with the same name differ.
    "ENUM_NAME_OVERRIDES": {
        "AsideKind": "games.table_talk.KINDS",
        "CorrectionChoice": "tournaments.api.serializers.corrections.CHOICES",
        "DrawKind": "tournaments.models.Draw.Kind",
        "DrawState": "tournaments.models.Draw.State",
        "EntryState": "tournaments.models.Entry.State",
        "EventState": "tournaments.models.Event.State",
        "Level": "games.bot_player.LEVELS",
        "Offence": "tournaments.models.Sanction.Offence",
        "PairingState": "tournaments.api.serializers.corrections.STATES",
        "ResultSource": "tournaments.models.Result.Source",
        "ResultKind": "tournaments.models.Result.Kind",
        "SanctionStep": "tournaments.models.Sanction.Kind",
    },
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
REST_KNOX = {"TOKEN_TTL": timedelta(days=90), "AUTO_REFRESH": False}

# Tasks
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"visibility_timeout": 300, "socket_connect_timeout": 2}
    if REDIS_URL
    else {"polling_interval": 0.05}
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_step": 0.2}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE = {
    "clocks": {
        "task": "games.tasks.call_time",
        "schedule": 1.0,
        "options": {"expires": 5},
    },
    "sweep": {
        "task": "tournaments.tasks.sweep",
        "schedule": 5.0,
        "options": {"expires": 30},
    },
    "heartbeat": {
        "task": "tournaments.tasks.heartbeat",
        "schedule": 10.0,
        "options": {"expires": 30},
    },
    "tidy": {
        "task": "games.tasks.tidy",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
    "mail": {
        "task": "accounts.tasks.send_mails",
        "schedule": 10.0,
        "options": {"expires": 30},
    },
    "expired": {
        "task": "accounts.tasks.forget_expired",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
}

# Security
HTTPS = env.flag("HTTPS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SESSION_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
    }
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "WARNING")},
}
