# start.sh LINE: runs it until the address that it prints answers, presses Ctrl-C, and fails unless it then ends well.
set -euo pipefail
readonly line=$1 start_within_s=900 end_within_s=60
log=$(mktemp)
trap 'cat "$log"; echo "$outcome"' EXIT

# The network is that of the machine around this one, where the usual port may be somebody else's.
if (exec 3<>/dev/tcp/127.0.0.1/4600) 2>/dev/null; then
  export PORT=0
  echo 'Port 4600 is taken on this machine: any free one is used.'
fi

fail() {
  outcome=$1
  exit 1
}

# A process group of its own, as a terminal gives to what it runs.
set -m
bash -c "$line" >"$log" 2>&1 &
readonly group=$!
runs() { kill -0 -- "-$group" 2>/dev/null; }

until address=$(grep -oE 'Quarterdeck is at http://[0-9.:]+' "$log"); do
  runs || fail 'It ended before it printed an address.'
  ((SECONDS < start_within_s)) || fail "It printed no address within $start_within_s s."
  sleep 0.5
done
address=${address##* }

responds() {
  node -e "fetch('$address$1').then(({ status }) => process.exit(status === 200 ? 0 : 1), () => process.exit(1))"
}
for path in /healthz /readyz /; do
  # The first scrape keeps the embedded database busy, so that a part may be late once.
  until responds "$path"; do
    runs || fail "It ended before $path responded."
    ((SECONDS < start_within_s)) || fail "$address$path does not respond with 200."
    sleep 0.5
  done
done

readonly pressed_at_s=$SECONDS
kill -INT -- "-$group"
while runs; do
  ((SECONDS - pressed_at_s < end_within_s)) || fail "It still runs $end_within_s s after Ctrl-C."
  sleep 0.1
done
grep -q '"msg":"stopped"' "$log" || fail 'Ctrl-C did not end it well.'
outcome="It answered at $address and ended well, $SECONDS s after its start."
