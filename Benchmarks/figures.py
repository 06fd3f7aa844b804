"""Samples of a run, and the rows that are made of them."""

import statistics


def shown(number: float | None) -> str:
    return "" if number is None else f"{number:.4g}" if number < 1000 else f"{number:.0f}"


class Figures:
    """By metric and server; a figure is the median over the rounds."""

    def __init__(self):
        self.samples: dict[tuple[str, str], list[float]] = {}
        self.rows: list[dict] = []

    def note(self, metric: str, server: str, value: float) -> None:
        self.samples.setdefault((metric, server), []).append(value)

    def median(self, metric: str, server: str) -> float | None:
        values = self.samples.get((metric, server))
        return statistics.median(values) if values else None

    def row(self, title: str, metric: str, beside: str | None = None, *, ratio: bool = False,
            at_least: float | None = None, at_most: float | None = None) -> None:
        """Adds a row; `beside` is the peer's metric where it has another name.

        With `ratio` the target judges the figure divided by the peer's, made within each round, because rounds differ more
        than servers do.
        """
        own, peers = self.samples[metric, "eidolon"], self.samples.get((beside or metric, "peer"), [])
        quotient = statistics.median(left / right for left, right in zip(own, peers)) if ratio else None
        judged = quotient if ratio else statistics.median(own)
        target, verdict = "", ""
        if at_least is not None:
            target, verdict = f">= {at_least:g}", "met" if judged >= at_least else "MISSED"
        if at_most is not None:
            target, verdict = f"<= {at_most:g}", "met" if judged <= at_most else "MISSED"
        self.rows.append({
            "name": title, "eidolon": statistics.median(own), "before": self.median(metric, "before"),
            "peer": statistics.median(peers) if peers else None, "ratio": quotient, "target": target, "verdict": verdict,
        })

    def table(self) -> str:
        form = "{:<52}{:>10}{:>10}{:>10}{:>8}  {:<9}{}"
        lines = [form.format("", "eidolon", "before", "peer", "ratio", "target", "")]
        for row in self.rows:
            ratio = "" if row["ratio"] is None else f"{row['ratio']:.2f}"
            numbers = [shown(row[column]) for column in ("eidolon", "before", "peer")]
            lines.append(form.format(row["name"], *numbers, ratio, row["target"], row["verdict"]))
        return "\n".join(line.rstrip() for line in lines)
