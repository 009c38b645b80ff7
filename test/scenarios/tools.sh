# An actor of a person's who works with the tools of the shell: find, grep and jq on the one message that it was given. Relies on twind's
# line on fd 3 for where that is.
set -eu
IFS= read -r start <&3
mail=$(printf '%s' "$start" | jq -r .inputs.mail)
out=$(printf '%s' "$start" | jq -r .outputs.decisions)
files=$(find "$mail" -type f | wc -l)
lines=$(grep -r -c '' "$mail/body.txt" || true)
others=$(find "$mail/.." -mindepth 2 -name body.txt 2>/dev/null | wc -l)
jq -c --argjson files "$files" --argjson lines "${lines##*:}" --argjson others "$others" \
  '{subject: .subject[0:60], files: $files, lines: $lines, others: $others}' "$mail/envelope.json" >"$out/record.json"
