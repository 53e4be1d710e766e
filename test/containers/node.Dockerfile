# Node.js and npm of the machine, with the certificates that it trusts.
FROM docker.io/library/debian:bookworm-slim
COPY ca-certificates.crt /etc/ssl/certs/
COPY bin/node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
