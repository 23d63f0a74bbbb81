#!/bin/sh
# Backs up the whole database. For cron:  15 4 * * *  mus  /srv/mus/deploy/backup.sh /var/backups/mus
# To restore into an empty database:  pg_restore --no-owner --dbname mus FILE
set -eu
umask 077
file="$1/mus-$(date +%a).dump"
pg_dump --format custom --file "$file.part" "${DATABASE_NAME:-mus}"
mv "$file.part" "$file"
