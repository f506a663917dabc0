"""Static files under names that carry their content's hash, once `collectstatic` has made them."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    # Modules import each other under the hashed names too; else a page would run the same module twice.
    support_js_module_import_aggregation = True
    # Our own alone: comments of other people's scripts look like imports.
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )

    @property
    def is_collected(self) -> bool:
        return bool(self.hashed_files)

    def stored_name(self, name: str) -> str:
        # Before `collectstatic` (a test, a first look) the files are served from where they lie.
        return str(super().stored_name(name)) if self.is_collected else name
