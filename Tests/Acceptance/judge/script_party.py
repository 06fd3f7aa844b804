"""A relying party whose button works by script alone."""

from __future__ import annotations

from party import Party

PAGE = """<!doctype html><title>Shop</title><button>Log in</button>
<script>document.querySelector("button").onclick = () => { location.href = "/login" }</script>"""


class ScriptParty(Party):
    pages = {"/": PAGE}
