"""The order of the site's pages, and its first page: every page with its first sentence, as `eidolon help` lists them."""

import re
from pathlib import Path

from mkdocs.structure.files import File

SECTIONS = {
    "First steps": ["start", "world", "comparison"],
    "Tests": ["scenarios", "sandboxes", "findings", "judge", "clients", "libraries"],
    "Steering": ["control", "agents", "settings"],
    "Running": ["deployment", "troubleshooting"],
}


def on_config(config):
    folder = Path(config.docs_dir)
    pages = {path.stem: f"{path.name}" for path in sorted(folder.glob("*.md"))}
    listed = {name for names in SECTIONS.values() for name in names}
    sections = SECTIONS | {"More": [name for name in pages if name not in listed]}
    config.nav = ["index.md"]
    for title, names in sections.items():
        if found := [pages[name] for name in names if name in pages]:
            config.nav.append({title: found})
    config.nav.append({"Providers": [f"providers/{path.name}" for path in sorted((folder / "providers").glob("*.md"))]})
    return config


def on_files(files, config):
    lines = ["# Eidolon", "", "It stands in for European electronic identity services in tests of the applications that log people in.", ""]
    for page in files.documentation_pages():
        title, summary = re.match(r"# (.+)\n\n(.+?)(?:\. |\.?\n)", page.content_string).groups()
        lines.append(f"- [{title}]({page.src_uri}): {summary}.")
    files.append(File.generated(config, "index.md", content="\n".join(lines) + "\n"))
    return files
