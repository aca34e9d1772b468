#!/usr/bin/env bash
# base.sh check FOLDER: exits with 0 when the folder holds a complete base.
# base.sh build FOLDER: builds it: a minimal Debian 12 with git, an ordinary user, and the packages that the tests would install.
set -euo pipefail
readonly task=$1 base=$2 suite=bookworm
here=$(cd "$(dirname "$0")" && pwd)
readonly here programs=$here/../setup/programs.ts

# Prints a line for each file of a package that changed.
is_whole() { [[ -e $base.complete ]] && changed=$(chroot "$base" dpkg --verify 2>&1) && [[ -z $changed ]]; }
is_whole && exit 0
[[ $task == build ]] || exit 1
rm -rf "${base%-*}"-*

# What this machine takes the packages of the same Debian from, where it is one.
mirror=
if command -v apt-get >/dev/null; then
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
    awk -v suite="$suite" '$2 == suite && $3 == "main" { print $1; exit }')
  [[ -n ${http_proxy:-} ]] || eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
  [[ -z ${http_proxy:-} ]] || export http_proxy
fi

echo 'Building the base of pristine machines …'
debootstrap --variant=minbase --include=git,ca-certificates "$suite" "$base" ${mirror:+"$mirror"} >"$base.log" 2>&1 || {
  tail -n 20 "$base.log"
  exit 1
}
chroot "$base" useradd --create-home --shell /bin/bash person
# Packages that bring a service do not start it: its port would be the one of the machine around this one.
printf '#!/bin/sh\nexit 101\n' >"$base/usr/sbin/policy-rc.d"
chmod +x "$base/usr/sbin/policy-rc.d"
mapfile -t packages < <(grep -oP "debianPackage: '\K[^']+" "$programs")
. "$here/registries.sh"
copy_registry_settings "$base"
{
  chroot "$base" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive chroot "$base" apt-get install -y -qq --no-install-recommends "${packages[@]}"
} >>"$base.log" 2>&1 || {
  tail -n 20 "$base.log"
  exit 1
}
chroot "$base" apt-get clean
touch "$base.complete"
echo "Built it in $SECONDS s."
