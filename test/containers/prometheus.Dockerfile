FROM docker.io/library/debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends prometheus && rm -rf /var/lib/apt/lists/* && install -d -o nobody /prometheus
USER nobody
ENTRYPOINT ["prometheus"]
