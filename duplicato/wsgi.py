"""The synchronous site; asgi.py runs it on a fixed pool of threads."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duplicato.settings")
application = get_wsgi_application()
