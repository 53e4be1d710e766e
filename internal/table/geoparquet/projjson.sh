#!/bin/sh
# Writes the systems that GeoParquet files describe, in PROJJSON, with PROJ's projinfo (Debian: proj-bin): sh projjson.sh
set -eu
cd "$(dirname "$0")"
for code in 3395 3857; do
  projinfo -q -o PROJJSON --single-line "EPSG:$code"
done > projjson.jsonl
