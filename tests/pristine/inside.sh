#!/usr/bin/env bash
# inside.sh BASE SCRATCH [--as root|person] [--run LINE | --start LINE]…
# The first process in the namespaces of a pristine machine: mounts it, shows it the way to the registries, runs the lines.
set -euo pipefail
readonly base=$1 scratch=$2 here=$(cd "$(dirname "$0")" && pwd)
readonly root=$scratch/root
shift 2

# ── the machine ──
mkdir -p "$root" "$scratch/upper" "$scratch/work"
if ! mount -t overlay -o "lowerdir=$base,upperdir=$scratch/upper,workdir=$scratch/work" overlay "$root" 2>/dev/null; then
  echo 'There is no overlay file system here, so the pristine machine is copied.' >&2
  cp -a --reflink=auto "$base/." "$root/"
fi
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for number in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${number%:*}" "$root/dev/${number#*:}"; done

# As Debian's installer writes it: localhost has two addresses.
{
  printf '127.0.0.1\tlocalhost\n127.0.1.1\t%s\n' "$(uname -n)"
  printf '::1\tlocalhost ip6-localhost ip6-loopback\nff02::1\tip6-allnodes\nff02::2\tip6-allrouters\n'
  grep -vE '^[[:space:]]*(#|$|127\.|::1|f[ef][0-9a-f]{2}::)' /etc/hosts || true
} >"$root/etc/hosts"

# ── its Node ──
readonly node=$(node -p process.execPath)
readonly npm=$(cd "$(dirname "$(readlink -f "$(command -v npm)")")/.." && pwd)
mkdir -p "$root/usr/local/bin" "$root/usr/local/lib/node_modules/npm" "$root/usr/local/etc"
touch "$root/usr/local/bin/node"
for pair in "$node:bin/node" "$npm:lib/node_modules/npm"; do
  mount --bind "${pair%:*}" "$root/usr/local/${pair##*:}"
  mount -o remount,bind,ro "$root/usr/local/${pair##*:}"
done
for name in npm npx; do ln -sf "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"; done

# ── the registries: as on this machine, and no other setting of it ──
. "$here/registries.sh"
copy_registry_settings "$root"
mapfile -t environment < <(env | grep -iE "^(npm_config_($npm_settings)|https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|ci)=")

# ── the lines ──
who=root
as() {
  local home=/root
  local -a become=()
  if [[ $who != root ]]; then
    home=/home/$who
    become=(setpriv --reuid "$who" --regid "$who" --init-groups)
  fi
  chroot "$root" "${become[@]}" env -i -C "$home" HOME="$home" USER="$who" LOGNAME="$who" SHELL=/bin/bash \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${environment[@]}" "$@"
}
readonly copy=/srv/quarterdeck
in_copy() {
  if [[ ! -d $root$copy ]]; then
    mkdir "$root$copy"
    tar -C "$root$copy" --no-same-owner -xf "$scratch/checkout.tar"
  fi
  chroot "$root" chown -R "$who:" "$copy"
  as env -C "$copy" bash "$@" </dev/null
}
while (($# > 0)); do
  case $1 in
    --as) who=$2 ;;
    --run)
      echo "── on a pristine machine, as $who: $2 ──"
      in_copy -c "$2"
      ;;
    --start)
      echo "── on a pristine machine, as $who: $2 ──"
      in_copy -c "$(<"$here/start.sh")" start.sh "$2"
      ;;
    *)
      echo "There is no option $1; tests/pristine/run says which there are." >&2
      exit 64
      ;;
  esac
  shift 2
done
