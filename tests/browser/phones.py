"""A small phone, and whether a page fits on it. SHOTS names a folder for screenshots."""

import os

from playwright.sync_api import Page

PHONE = {
    "viewport": {"width": 320, "height": 640},
    "extra_http_headers": {"Accept-Language": "en"},
}


def fits(page: Page) -> bool:
    if folder := os.environ.get("SHOTS"):
        page.screenshot(
            path=f"{folder}/{len(os.listdir(folder)):02}.png", full_page=True
        )
    return bool(page.evaluate("document.documentElement.scrollWidth") <= 320)
