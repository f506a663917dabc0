"""The schema, and its browsable page: everything from our own address, no inline script or style."""

from __future__ import annotations

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView


class SchemaView(SpectacularAPIView):
    """The OpenAPI schema of this API."""


class DocsView(SpectacularSwaggerSplitView):
    """The schema as pages that can be tried out."""

    template_name = "api/docs.html"
