"""Folders of one module that use each other in a circle."""

from collections import defaultdict


def place(file):
    """The module and the first folder in it; each provider's folder is a module, and `.` is a module's own folder."""
    parts = file.split("/")[1:]
    depth = 2 if parts[0] == "Providers" and len(parts) > 2 else 1
    folders = parts[depth:-1]
    return "/".join(parts[:depth]), folders[0] if folders else "."


def edges(code):
    """module -> (folder, folder) -> the uses of the second by the first."""
    found = defaultdict(lambda: defaultdict(list))
    for use in code.uses:
        declared = code.declared.get(use.usr)
        if not declared:
            continue
        (module, one), (other_module, other) = place(use.file), place(declared.file)
        if module == other_module and one != other:
            found[module][one, other].append(use)
    return found


def within_circles(edges):
    """The pairs that lie on a circle: the second of them leads back to the first."""
    graph = defaultdict(set)
    for one, other in edges:
        graph[one].add(other)
    reached = {node: _reachable(graph, node) for node in list(graph)}
    return {(one, other) for one, other in edges if one in reached.get(other, ())}


def _reachable(graph, start):
    reached, waiting = set(), [start]
    while waiting:
        for node in graph.get(waiting.pop(), ()):
            if node not in reached:
                reached.add(node)
                waiting.append(node)
    return reached


def breaches(code):
    for module, between in edges(code).items():
        for pair in within_circles(between):
            one, other = sorted(pair)
            yield f"circle {module}: {one} <-> {other}"


def show(code, module):
    """The lines that say what binds a module's folders into circles, the thinnest bond first."""
    modules = edges(code)
    if module not in modules:
        yield f"{module} is not one of the modules with folders: {', '.join(sorted(modules))}"
    between = modules.get(module, {})
    for one, other in sorted(within_circles(between), key=lambda pair: (len({use.usr for use in between[pair]}), pair)):
        uses = between[one, other]
        yield f"{one} -> {other}: {len({use.usr for use in uses})} symbols, {len(uses)} uses"
        files = defaultdict(set)
        for use in uses:
            declared = code.declared[use.usr]
            files[use.file, declared.file].add(code.title(use.usr))
        for (user, declaring), titles in sorted(files.items()):
            yield f"  {_short(user, module)} -> {_short(declaring, module)}: {', '.join(sorted(titles))}"


def _short(file, module):
    return file.removeprefix(f"Sources/{module}/")
