# Built in two steps: everything that only building needs stays behind.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages packages
RUN npm ci
COPY . .
# .npmrc would keep the development dependencies.
RUN npm run build && rm .npmrc && npm prune --omit=dev

FROM node:22-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git iputils-ping openssh-client tini \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o node -g node /data /data/artifacts
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
ENV NODE_ENV=production
EXPOSE 4600
# Playbooks start programs that outlive their script: an init process adopts and reaps them, and passes signals on.
ENTRYPOINT ["tini", "--"]
CMD ["node", "--v8-pool-size=1", "--max-semi-space-size=4", "dist/relay/main.js"]
