"""A browser without script: reads pages with an HTML parser, follows links, refreshes and forms, keeps cookies."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import requests

DESKTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"


@dataclass
class Form:
    action: str
    method: str
    identifier: str | None
    values: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, dict] = field(default_factory=dict)
    buttons: list[dict] = field(default_factory=list)


class Page(HTMLParser):
    """What a page without script offers."""

    def __init__(self, response: requests.Response):
        super().__init__(convert_charrefs=True)
        self.url, self.status, self.headers, self.source = (
            response.url,
            response.status_code,
            response.headers,
            response.text,
        )
        self.forms: list[Form] = []
        self.links: list[dict] = []
        self.marks: dict[str, dict] = {}
        self.title, self.words, self.language = "", "", None
        self.refresh: float | None = None
        self.refresh_url = response.url
        self.scripts = 0
        self._stack: list[str] = []
        self._select: str | None = None
        self.feed(response.text)
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in ("meta", "input", "br", "img", "link", "hr"):
            self._stack.append(tag)
        if mark := attributes.get("data-testid"):
            self.marks[mark] = attributes | {"tag": tag}
        if tag == "html":
            self.language = attributes.get("lang")
        elif tag == "script":
            self.scripts += 1
        elif tag == "meta" and attributes.get("http-equiv", "").lower() == "refresh":
            seconds, _, address = attributes["content"].partition(";")
            self.refresh = float(seconds)
            if address:
                self.refresh_url = urljoin(self.url, address.strip().removeprefix("url="))
        elif tag == "a":
            self.links.append(attributes)
        elif tag == "form":
            action = urljoin(self.url, attributes.get("action") or self.url)
            self.forms.append(Form(action, attributes.get("method", "get").lower(), attributes.get("id")))
        elif self.forms and tag in ("input", "button", "select"):
            self._control(self.forms[-1], tag, attributes)
        elif self.forms and tag == "option" and self._select:
            values = self.forms[-1].values
            if "selected" in attributes or self._select not in values:
                values[self._select] = attributes.get("value", "")

    def _control(self, form: Form, tag: str, attributes: dict) -> None:
        name = attributes.get("name")
        kind = attributes.get("type", "text")
        if tag == "button" or kind == "submit":
            form.buttons.append(attributes)
        elif tag == "select":
            self._select = name
        elif name:
            form.inputs[name] = attributes
            if kind not in ("checkbox", "radio") or "checked" in attributes:
                form.values[name] = attributes.get("value", "")

    def handle_endtag(self, tag):
        while self._stack and self._stack.pop() != tag:
            pass
        if tag == "select":
            self._select = None

    def handle_data(self, text):
        if "title" in self._stack:
            self.title += text
        elif "style" not in self._stack and "svg" not in self._stack:
            self.words += text

    def form_with_button(self, mark: str) -> tuple[Form, dict]:
        for form in self.forms:
            for button in form.buttons:
                if button.get("data-testid") == mark:
                    return form, button
        raise AssertionError(f"no button {mark!r} on {self.title!r}: {[f.buttons for f in self.forms]}")


class LeftForClient(Exception):
    """The browser was sent to the relying party."""

    def __init__(self, location: str):
        super().__init__(location)
        self.location = location


class Browser:
    def __init__(self, client: str, agent: str = DESKTOP, language: str = "en", verify: bool | str = True):
        self.client = client
        self.session = requests.Session()
        self.session.verify = verify
        self.session.headers.update(
            {
                "User-Agent": agent,
                "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
                "Accept-Language": language,
            }
        )
        self.page: Page | None = None

    def open(self, url: str, **headers: str) -> Page:
        return self._take(self.session.get(url, headers=headers, allow_redirects=False, timeout=15))

    def press(self, mark: str, **values: str) -> Page:
        """Presses a button of the page, with values typed into its form."""
        form, button = self.page.form_with_button(mark)
        data = form.values | values
        if button.get("name"):
            data[button["name"]] = button.get("value", "")
        return self.submit(form, data)

    def submit(self, form: Form, data: dict[str, str]) -> Page:
        if form.method == "post":
            response = self.session.post(form.action, data=data, allow_redirects=False, timeout=15)
        else:
            response = self.session.get(form.action, params=data, allow_redirects=False, timeout=15)
        return self._take(response)

    def wait(self, seconds: float = 15) -> Page:
        """Lets the page refresh itself until it is another one, or the browser is sent to the client."""
        end = time.monotonic() + seconds
        title = self.page.title
        while self.page.refresh is not None and self.page.title == title:
            assert time.monotonic() < end, f"the page {title!r} refreshed for {seconds} s"
            time.sleep(min(self.page.refresh, 1))
            self.open(self.page.refresh_url)
        return self.page

    def _take(self, response: requests.Response) -> Page:
        for _ in range(5):
            location = response.headers.get("Location")
            if not (300 <= response.status_code < 400 and location):
                break
            location = urljoin(response.url, location)
            if location.startswith(self.client):
                raise LeftForClient(location)
            assert urlsplit(location).netloc == urlsplit(response.url).netloc, location
            response = self.session.get(location, allow_redirects=False, timeout=15)
        assert response.headers.get("Content-Type", "").startswith("text/html"), (
            f"{response.status_code} {response.headers} {response.text[:300]}"
        )
        self.page = Page(response)
        return self.page
