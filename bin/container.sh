#!/bin/sh
# What the container runs. The app is the user "node" and never root. With LITEFS_DIR, it runs over
# LiteFS, which has to be root to mount; without, over a plain file. The database moves along.
set -eu
cd "$(dirname "$0")/.."
AS_NODE="${AS_NODE-setpriv --reuid=node --regid=node --init-groups}"
DATA="${DATA:-/data}"
plain="$DATA/smallprint.db"

# For an operator: as the app's user, because a log of root's would shut the app out.
if [ "${1:-}" = admin ]; then
	shift
	exec $AS_NODE node bin/admin.ts "$@"
fi

# LiteFS asks for this once it is mounted, on the primary.
if [ "${1:-}" = import ]; then
	if [ -e "$plain" ] && [ ! -e "$LITEFS_DIR/smallprint.db" ]; then
		# Opening and closing it folds in what a crash has left in its log.
		LITEFS_DIR="" DATABASE_URL="file:$plain" $AS_NODE node bin/migrate.ts
		litefs import -name smallprint.db -url "http://localhost:${LITEFS_ADDR##*:}" "$plain"
		mv "$plain" "$plain.imported"
	fi
	exit
fi

if [ -z "${APP_URL:-}" ]; then
	echo "APP_URL is missing: local mode is for a developer's machine and not part of the image." >&2
	exit 1
fi

if [ -z "${LITEFS_DIR:-}" ]; then
	# Under LiteFS's files there is an ordinary database with its log.
	under="$DATA/litefs/dbs/smallprint.db"
	if [ ! -e "$plain" ] && [ -e "$under/database" ]; then
		[ ! -e "$under/wal" ] || cp "$under/wal" "$plain-wal"
		cp "$under/database" "$plain.new"
		mv "$plain.new" "$plain"
		mv "$DATA/litefs" "$DATA/litefs.left"
	fi
	[ -z "$AS_NODE" ] || find "$DATA" -maxdepth 1 ! -user node ! -name "litefs*" -exec chown node:node {} +
	$AS_NODE node bin/migrate.ts
	exec $AS_NODE node bin/serve.ts
fi

if [ -z "${LITEFS_PRIMARY:-}" ]; then
	echo "LITEFS_DIR is set, so LITEFS_PRIMARY must be the id of the machine that writes." >&2
	exit 1
fi
export AS_NODE DATA
export LITEFS_DATA="$DATA/litefs"
export LITEFS_ADDR="${LITEFS_ADDR:-:20202}"
export LITEFS_PRIMARY_URL="${LITEFS_PRIMARY_URL:-http://$LITEFS_PRIMARY.vm.${FLY_APP_NAME:-app}.internal:20202}"
exec litefs mount -config litefs.yml
