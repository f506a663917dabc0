"""Settings: one file, read from the environment (see environment.py for the variables)."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from duplicato.environment import read_environment

BASE_DIR = Path(__file__).resolve().parent.parent
ENVIRONMENT = read_environment(BASE_DIR)
DATA_DIR = ENVIRONMENT.data_dir
DATA_DIR.mkdir(parents=True, exist_ok=True)

SECRET_KEY = ENVIRONMENT.secret_key
DEBUG = ENVIRONMENT.debug
ALLOWED_HOSTS = ENVIRONMENT.allowed_hosts
PUBLIC_URL = ENVIRONMENT.public_url
# Set by `serve` where it listens on every address of the machine.
SERVES_THE_ROOM = False
CSRF_TRUSTED_ORIGINS = ["{0.scheme}://{0.netloc}".format(urlsplit(PUBLIC_URL))] if PUBLIC_URL else []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "duplicato.apps.AccessConfig",
    "lexicon.apps.LexiconConfig",
    "tournaments.apps.TournamentsConfig",
    "duplicato.apps.DuplicatoConfig",
    "duplicato.apps.AdminConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "duplicato.server_time.middleware",
]

ROOT_URLCONF = "duplicato.urls"
ASGI_APPLICATION = "duplicato.asgi.application"
WSGI_APPLICATION = "duplicato.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
        },
    },
]


def _database() -> dict[str, Any]:
    try:
        database: dict[str, Any] = {**dj_database_url.parse(ENVIRONMENT.database_url)}
    except ValueError as error:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {error}") from error
    if ENVIRONMENT.is_embedded:
        database["OPTIONS"] = {
            # Deferred transactions answer "database is locked" to most of a burst; immediate ones queue.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
        }
        database["CONN_MAX_AGE"] = None
        # Threads of a concurrent test share a file, not a memory.
        database["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    else:
        # A web process uses at most fifteen (pages, slips, streams, probes); whoever waits longer than this is told so.
        # Its own tries to reconnect would come more and more seldom, and a server that was away for five minutes would
        # be away for five more: it gives up soon, and each request starts a new one.
        pool = {"min_size": 1, "max_size": 16, "timeout": 5, "reconnect_timeout": 2}
        # What the address itself says (sslmode=…) comes last.
        database["OPTIONS"] = {"pool": pool, "connect_timeout": 5, **database.get("OPTIONS", {})}
        database["CONN_HEALTH_CHECKS"] = True
    return database


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if ENVIRONMENT.is_embedded:
    CACHES: dict[str, Any] = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
else:
    CACHES = {
        "default": {
            "BACKEND": "duplicato.shared_cache.SharedCache",
            "LOCATION": ENVIRONMENT.redis_url,
            "KEY_PREFIX": "duplicato.cache",
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
        }
    }

LANGUAGE_CODE = "it"
LANGUAGES = [("it", "Italiano"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "duplicato" / "locale"]
FORMAT_MODULE_PATH = ["duplicato.formats"]
TIME_ZONE = ENVIRONMENT.time_zone
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise warns about a folder that collectstatic has not made yet
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
if not ENVIRONMENT.is_embedded:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "duplicato.static_files.HashedStaticFiles"},
    }

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
LOGIN_URL = "admin:login"
# A hall shares one address: lock the pair of name and address, never the address alone.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "429.html"

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
if ENVIRONMENT.is_behind_tls:
    # The scheme comes from the proxies of DUPLICATO_TRUSTED_PROXIES, and from nobody else.
    SECURE_SSL_REDIRECT = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 31536000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    # The first one's challenge makes "who are you?" a 401.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
        "tournaments.api.authentication.DeviceAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsing.BoundedJSONParser"],
    "EXCEPTION_HANDLER": "tournaments.api.errors.refusal",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Duplicato",
    "DESCRIPTION": "Duplicate-mode Scrabble tournaments: public reads, players' devices, officials' acts.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "EventStateEnum": "tournaments.enums.EventState",
        "GameStateEnum": "tournaments.enums.GameState",
        "TurnStateEnum": "tournaments.enums.TurnState",
        "ContestStateEnum": "tournaments.enums.ContestState",
        "RulingStateEnum": "tournaments.enums.RulingState",
        "ProjectorModeEnum": "tournaments.enums.ProjectorMode",
        "SanctionKindEnum": "tournaments.enums.SanctionKind",
        "OfficeKindEnum": "tournaments.enums.OfficeKind",
    },
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_REDIRECT_STDOUTS = False
if ENVIRONMENT.is_embedded:
    CELERY_BROKER_URL = "memory://"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05}
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
else:
    CELERY_BROKER_URL = ENVIRONMENT.redis_url
    # A task belongs to a worker until it is done; one whose worker was killed comes back after about 11 s.
    CELERY_TASK_ACKS_LATE = True
    CELERY_WORKER_PREFETCH_MULTIPLIER = 1
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 10,
        "unacked_restore_interval": 2,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
        "socket_keepalive": True,
    }
    # An import of words takes longer than that; the sweeper sends a stalled one again.
    CELERY_TASK_ANNOTATIONS = {"lexicon.import_upload": {"acks_late": False}}
    CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
    CELERY_BROKER_CONNECTION_MAX_RETRIES = None
    CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "duplicato.logs.PlainFormatter"},
        "json": {"()": "duplicato.logs.JsonFormatter"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain" if ENVIRONMENT.is_embedded else "json",
        },
    },
    "root": {"handlers": ["stderr"], "level": "WARNING" if ENVIRONMENT.is_embedded else "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # Four hundreds are the asker's; five hundreds are ours.
        "django.request": {"level": "ERROR"},
        "celery": {"level": "WARNING"},
        "kombu": {"level": "ERROR" if ENVIRONMENT.is_embedded else "WARNING"},
        "axes": {"level": "WARNING"},
    },
}

DEFAULT_LEXICON = "it"
