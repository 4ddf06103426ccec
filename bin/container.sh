#!/bin/sh
# What the container runs. The app runs as the user "node", never as root. With LITEFS_DIR, it uses
# LiteFS, which must be root to mount; without, a plain file. A switch carries the database over.
set -eu
cd "$(dirname "$0")/.."
AS_NODE="${AS_NODE-setpriv --reuid=node --regid=node --init-groups}"
DATA="${DATA:-/data}"
plain="$DATA/smallprint.db"

# Commands run as the app's user: the app couldn't open a write-ahead log that belongs to root.
if [ "${1:-}" = admin ]; then
	shift
	exec $AS_NODE node bin/admin.ts "$@"
fi

# LiteFS runs this on the primary once it is mounted.
if [ "${1:-}" = import ]; then
	if [ -e "$plain" ] && [ ! -e "$LITEFS_DIR/smallprint.db" ]; then
		# Opening and closing the database folds in a write-ahead log that a crash left.
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
	# LiteFS's own files include an ordinary SQLite database and its write-ahead log.
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
