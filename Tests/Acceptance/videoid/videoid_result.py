"""A strict reading of a VideoID result, rule by rule of what real clients parse; it takes nothing on trust."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

LEVELS = ["VeryLow", "Low", "Medium", "High"]
FEATURES = {"chip", "flag", "signature", "initials", "hologram", "photo", "badge1", "euroBadge"}
CHECKS = {"initialsMatch", "nonExpired", "notUnderage", "dataIntegrity", "liveness", "notBWCopy", "sidesMatch"}


class ResultError(Exception):
    """The result is not of the form that it has to have."""


class ServiceError(Exception):
    """The service says that it failed, whatever the status."""


class NotCompleted(Exception):
    """The status is another than Completed: nothing may be concluded from it."""


@dataclass
class Identity:
    """What was read off a result, with what speaks against it."""

    id: str
    names: tuple[str, str] | None
    number: str | None
    born: date | None
    expires: date | None
    similarity: str | None
    failed: list[str] = field(default_factory=list)

    def trusted(self, at_least: str = "Medium") -> bool:
        """Whether a careful relying party lets this person in."""
        alike = self.similarity is None or LEVELS.index(self.similarity) >= LEVELS.index(at_least)
        return alike and not self.failed


def find(value: Any, name: str) -> bool:
    """Whether a member of that name stands anywhere, as a recursive extractor looks for it."""
    if isinstance(value, dict):
        return name in value or any(find(inner, name) for inner in value.values())
    return isinstance(value, list) and any(find(inner, name) for inner in value)


def need(holds: bool, what: str) -> None:
    if not holds:
        raise ResultError(what)


def text(value: Any, what: str, empty: bool = True) -> str:
    need(isinstance(value, str) and (empty or value != ""), f"{what} is {value!r}")
    return value


def jpeg(value: Any, what: str) -> bytes:
    text(value, what, empty=False)
    need(not value.startswith("data:"), f"{what} has a data prefix")
    try:
        picture = base64.b64decode(value, validate=True)
    except ValueError as error:
        raise ResultError(f"{what} is not a base64: {error}") from error
    need(picture[:3] == b"\xff\xd8\xff" and picture[-2:] == b"\xff\xd9", f"{what} is not a JPEG")
    return picture


def milliseconds(value: Any, what: str) -> int:
    need(isinstance(value, int) and not isinstance(value, bool) and value > 1_000_000_000_000, f"{what} is {value!r}")
    return value


def day(value: Any, what: str, today: date, past: bool) -> date | None:
    """YYMMDD; the century is a guess: nobody is born in the future, and nothing expires more than fifty years ago."""
    if value in (None, ""):
        return None
    need(re.fullmatch(r"\d{6}", text(value, what)) is not None, f"{what} is {value!r}")
    year, month, number = int(value[:2]), int(value[2:4]), int(value[4:])
    century = today.year // 100 * 100
    found = date(century + year, month, number)
    if past and found > today:
        found = date(century - 100 + year, month, number)
    return found


def code(value: Any, what: str) -> str:
    need(re.fullmatch(r"[A-Z]{3}", text(value, what)) is not None, f"{what} is {value!r}")
    return value


def document(value: dict, today: date) -> tuple[tuple[str, str], str | None, date | None, date | None]:
    need(value["type"] in ("TD1", "TD2", "TD3"), f"document.type is {value['type']!r}")
    text(value["classification"], "document.classification", empty=False)
    code(value["issuer"], "document.issuer")
    expires = day(value.get("expiryDate"), "document.expiryDate", today, past=False)
    need("front" in value or "scan" in value, "there is neither front nor scan")
    for name in ("front", "scan", "back"):
        if name in value:
            jpeg(value[name], f"document.{name}")
    subject = value["subject"]
    names = tuple(text(subject[name], f"subject.{name}", empty=False) for name in ("primaryName", "secondaryName"))
    need(bool(subject.get("birthDate")), "subject.birthDate is empty")
    born = day(subject.get("birthDate"), "subject.birthDate", today, past=True)
    need(subject.get("sex", "") in ("M", "F", ""), f"subject.sex is {subject.get('sex')!r}")
    if subject.get("nationality"):
        code(subject["nationality"], "subject.nationality")
    for name in ("personalNumber", "address"):
        text(subject.get(name, ""), f"subject.{name}")
    if "photo" in subject:
        jpeg(subject["photo"], "subject.photo")
    number = value.get("documentNumber") or value.get("passportNumber") or subject.get("personalNumber") or None
    return names, number, born, expires


def read(result: Any, asked: str, today: date) -> Identity:
    """The identity of a result of the id that was asked for; raises what is wrong with it."""
    need(isinstance(result, dict), "it is not an object")
    if "error" in result:
        raise ServiceError(result.get("message") or result["error"])
    need(not find(result, "error"), "a member named error stands in a success")
    need(text(result["id"], "id", empty=False) == asked, "it is of another video")
    need(result["process"] in ("Unattended", "Attended"), f"process is {result['process']!r}")
    text(result["tenantId"], "tenantId")
    milliseconds(result["request"]["date"], "request.date")
    if "minSimilarityLevel" in result["request"]:
        need(result["request"]["minSimilarityLevel"] in LEVELS, "request.minSimilarityLevel")
    if text(result["status"], "status", empty=False) != "Completed":
        need("document" not in result and "biometrics" not in result and "completion" not in result, "it is not completed")
        raise NotCompleted(result["status"])
    need(milliseconds(result["completion"]["date"], "completion.date") >= result["request"]["date"], "it ends early")

    names = number = born = expires = None
    if "document" in result:
        names, number, born, expires = document(result["document"], today)
    similarity = None
    if "biometrics" in result:
        face = result["biometrics"]["face"]
        jpeg(face["image"], "biometrics.face.image")
        similarity = face["similarityLevel"]
        need(similarity in LEVELS, f"similarityLevel is {similarity!r}")
    for name, feature in result.get("features", {}).items():
        need(name in FEATURES, f"features.{name}")
        need(isinstance(feature["found"], bool), f"features.{name}.found")
        text(feature["name"], f"features.{name}.name", empty=False)
        text(feature["side"], f"features.{name}.side", empty=False)
        need(set(feature["bbox"]) == {"x", "y", "width", "height"}, f"features.{name}.bbox")
        need(all(isinstance(edge, int) and edge >= 0 for edge in feature["bbox"].values()), f"features.{name}.bbox")
    failed = []
    for name, check in result["securityChecks"].items():
        need(name in CHECKS, f"securityChecks.{name}")
        text(check["name"], f"securityChecks.{name}.name", empty=False)
        need(isinstance(check["passed"], bool), f"securityChecks.{name}.passed")
        if not check["passed"]:
            failed.append(name)
    return Identity(result["id"], names, number, born, expires, similarity, failed)
