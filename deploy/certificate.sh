#!/bin/sh
# Give nginx the certificate that Caddy got for PURRLOR_SITE, and later each newer one.
# The nginx image runs this before nginx; the loop at the end stays.
set -eu
from=${PURRLOR_CERTIFICATES:-/certificates/caddy/certificates}
to=${PURRLOR_CERTIFICATE:-/run/purrlor}

newest() {
    ls -t "$from"/*/"$PURRLOR_SITE/$PURRLOR_SITE.crt" 2>/dev/null | head -n 1
}

# Fails if there is no other certificate than the one that is in use.
take() {
    found=$(newest)
    [ -n "$found" ] && ! cmp -s "$found" "$to/site.crt" || return 1
    cp "${found%.crt}.key" "$to/site.key" && cp "$found" "$to/site.crt"
}

mkdir -p "$to"
chmod 0700 "$to"
until take || [ -s "$to/site.crt" ]; do
    sleep 1
done
while sleep "${PURRLOR_LOOK_SECONDS:-60}"; do
    if take; then
        # Key and certificate may have been read in the moment between the two: then both are taken again.
        nginx -t -q && nginx -s reload || rm -f "$to/site.crt"
    fi
done &
