"""Eidolon in a container, by testcontainers: pip install 'eidolon-emulator[testcontainers]'."""

from __future__ import annotations

from typing import Any

from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import HttpWaitStrategy

from .server import Eidolon

PORT = 8080


class EidolonContainer(DockerContainer):
    """A container of the image; `options` come after `eidolon serve`.

    >>> with EidolonContainer("eidolon") as container, container.eidolon().sandbox() as sandbox:
    ...     sandbox.queue("itsme/reject")
    """

    def __init__(self, image: str = "eidolon", *options: str, **settings: Any):
        super().__init__(image, **settings)
        self.with_exposed_ports(PORT)
        self.with_command(["serve", *(options or ("--strict",))])
        self.waiting_for(HttpWaitStrategy(PORT, "/_eidolon/ready").for_status_code(200))

    def eidolon(self) -> Eidolon:
        """The emulator in it, once it has been started."""
        return Eidolon(f"http://{self.get_container_host_ip()}:{self.get_exposed_port(PORT)}")
