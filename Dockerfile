# Eidolon as one static file in an image with nothing else but a shell for those who want to look inside.
#
#   docker build -t eidolon .
#   docker run --rm -p 8080:8080 eidolon

FROM swift:6.3-bookworm AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends libssl-dev pkg-config busybox-static \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Package.swift ./
COPY docs ./docs
COPY scenarios ./scenarios
COPY Sources ./Sources
COPY Tests ./Tests
COPY scripts/build scripts/release.ld ./scripts/
RUN mkdir -p /image/bin /image/etc/ssl/certs /image/usr/lib/ssl /image/scenarios /image/tmp \
 && cp "$(scripts/build release)" /image/eidolon \
 && strip /image/eidolon \
 && cp /bin/busybox /image/bin/sh \
 && cp /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/ca-certificates.crt \
 && ln -s /etc/ssl/certs/ca-certificates.crt /image/usr/lib/ssl/cert.pem \
 && echo 'eidolon:x:10001:10001::/tmp:/bin/sh' >/image/etc/passwd \
 && chmod 1777 /image/tmp

FROM scratch
COPY --from=build /image /
# All interfaces, because a container's loopback cannot be reached from outside; who publishes the port decides who may.
ENV EIDOLON_LISTEN=0.0.0.0:8080
# The built-in scenarios are in the program; a folder mounted here is laid over them.
ENV EIDOLON_SCENARIOS=/scenarios
USER 10001:10001
# 8443 with EIDOLON_TLS=0.0.0.0:8443.
EXPOSE 8080 8443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=2s --retries=3 CMD ["/eidolon", "health"]
ENTRYPOINT ["/eidolon"]
CMD ["serve"]
