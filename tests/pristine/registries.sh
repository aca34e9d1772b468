# Sourced by bash scripts: this machine's settings for the registries of npm and Debian.

readonly npm_settings='registry|proxy|https[-_]proxy|noproxy|cafile|ca|strict[-_]ssl'

# copy_registry_settings FOLDER: gives them to the Debian in that folder.
copy_registry_settings() {
  local debian=$1 file sources
  mkdir -p "$debian/usr/local/etc"
  for file in "$(npm config get globalconfig 2>/dev/null)" "$(npm config get userconfig 2>/dev/null)"; do
    [[ -r $file ]] && grep -E "^[[:space:]]*(($npm_settings)[[:space:]]*=|@[^=]*:registry|//)" "$file"
  done >"$debian/usr/local/etc/npmrc" || true
  cp -L /etc/resolv.conf "$debian/etc/resolv.conf"
  cp -rL /usr/local/share/ca-certificates/. "$debian/usr/local/share/ca-certificates/" 2>/dev/null || true
  for file in /etc/ssl/certs/ca-certificates.crt "$(npm config get cafile 2>/dev/null)" "${NODE_EXTRA_CA_CERTS:-}" "${SSL_CERT_FILE:-}"; do
    [[ -f $file ]] && install -D -m 644 "$file" "$debian$file"
  done || true
  if command -v apt-get >/dev/null; then
    sources=$(apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
      grep -E ' bookworm(-updates|-security)? main$' | sort -u) || true
    [[ -z $sources ]] || printf '%s\n' "$sources" >"$debian/etc/apt/sources.list"
    apt-config dump | grep -E '^Acquire::(https?|Check-[A-Za-z-]*)(::| )' >"$debian/etc/apt/apt.conf.d/90registries" || true
    cp -r /etc/apt/auth.conf.d/. "$debian/etc/apt/auth.conf.d/" 2>/dev/null || true
  fi
}
