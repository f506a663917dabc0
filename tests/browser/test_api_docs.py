"""The API's browsable docs under the site's own policy: no inline script or style, nothing from elsewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_the_docs_show_the_operations_and_try_one_out(page: Page) -> None:
    """`page` fails its test where the console shows an error or the policy is broken."""
    page.goto("/api/v1/docs/")
    operation = page.locator("#operations-definitions-definitions_retrieve")
    expect(operation).to_be_visible(timeout=30_000)
    operation.locator(".opblock-summary-control").click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table .response .response-col_status").first).to_contain_text("200")
