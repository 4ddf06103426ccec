#!/bin/sh
# What the container runs. The app is the user "node" and never root. With LITEFS_DIR, it runs over
# LiteFS, which has to be root to mount; without, over a plain file.
set -eu
cd "$(dirname "$0")/.."
AS_NODE="setpriv --reuid=node --regid=node --init-groups"

if [ -z "${LITEFS_DIR:-}" ]; then
	chown node:node /data
	$AS_NODE node prisma/migrate.ts
	exec $AS_NODE node server.ts
fi

if [ -z "${LITEFS_PRIMARY:-}" ]; then
	echo "LITEFS_DIR is set, so LITEFS_PRIMARY must be the id of the machine that writes." >&2
	exit 1
fi
export AS_NODE
export LITEFS_DATA="${LITEFS_DATA:-/data/litefs}"
export LITEFS_ADDR="${LITEFS_ADDR:-:20202}"
export LITEFS_PRIMARY_URL="${LITEFS_PRIMARY_URL:-http://$LITEFS_PRIMARY.vm.$FLY_APP_NAME.internal:20202}"
exec litefs mount -config litefs.yml
