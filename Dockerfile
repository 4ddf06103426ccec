# Builds and runs on Debian's slim image. LiteFS's official image is Alpine, but its program is
# linked statically.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production

FROM base AS build
COPY package.json package-lock.json .npmrc ./
# No installed package needs an install script, and Prisma's would download an engine.
RUN npm ci --ignore-scripts --include=dev
COPY . .
RUN npx prisma generate && npx react-router build

FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
# The image brings Node itself.
RUN npm ci --ignore-scripts --omit=dev --omit=optional

FROM flyio/litefs:0.5 AS litefs

FROM base
RUN apt-get update \
	&& apt-get install --yes --no-install-recommends ca-certificates fuse3 \
	&& rm -rf /var/lib/apt/lists/*
COPY --from=litefs /usr/local/bin/litefs /usr/local/bin/litefs
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json server.ts litefs.yml ./
COPY server server
COPY prisma prisma
COPY bin bin
# The Markdown worker with the checks that it runs, the LiteFS reader and the operator's commands run from source.
COPY app/platform/markdown app/platform/markdown
COPY app/checks/text app/checks/text
COPY app/documents/editing/gaps.ts app/documents/editing/
COPY app/platform/language.ts app/platform/
COPY app/platform/db/litefs.server.ts app/platform/db/
COPY app/accounts/admin-role.ts app/accounts/
COPY app/billing/plan.ts app/billing/

ENV HOST=0.0.0.0 PORT=8080 DATABASE_URL=file:/data/smallprint.db
VOLUME /data
EXPOSE 8080
CMD ["bin/container.sh"]
