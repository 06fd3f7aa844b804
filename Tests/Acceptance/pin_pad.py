"""The pad of a fake handset's app on which a PIN is typed."""

from playwright.sync_api import FrameLocator, Locator


def type_pin(pad: Locator | FrameLocator, pin: str) -> None:
    for digit in pin:
        pad.get_by_test_id(f"pin-{digit}").click()
    pad.get_by_test_id("pin-ok").click()
