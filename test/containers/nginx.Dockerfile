FROM docker.io/library/debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light && rm -rf /var/lib/apt/lists/* /etc/nginx/sites-enabled/default && install -d /var/cache/nginx
CMD ["nginx", "-g", "daemon off;"]
