#!/usr/bin/env bash
# Checks the packed app as macOS sees it: npm run dist, then build/check-app.sh. Ends at the first failure.
set -euo pipefail
cd "$(dirname "$0")/.."
app="release/mac-arm64/AFM Desktop.app"
binary="$app/Contents/MacOS/AFM Desktop"
plist="$app/Contents/Info.plist"

echo "── Info.plist"
plutil -lint "$plist"
test "$(plutil -extract LSMinimumSystemVersion raw "$plist")" = "13.0"
test "$(plutil -extract NSAppTransportSecurity.NSAllowsArbitraryLoads raw "$plist")" = "false"
plutil -extract NSLocalNetworkUsageDescription raw "$plist"

echo "── Licences"
for file in licences.txt LICENSE.electron.txt LICENSES.chromium.html; do
  test -s "$app/Contents/Resources/$file"
done

echo "── Updates"
# Without a feed, none is looked for.
if [ -n "${AFM_UPDATE_FEED:-}" ]; then
  grep -q "$AFM_UPDATE_FEED" "$app/Contents/Resources/app-update.yml"
  test -s release/latest-mac.yml
else
  test ! -e "$app/Contents/Resources/app-update.yml"
fi

echo "── Architecture"
test "$(lipo -archs "$binary")" = arm64

echo "── Signature"
codesign --verify --deep --strict --verbose=2 "$app"
entitlements="$(codesign --display --entitlements - --xml "$app" 2>/dev/null | plutil -convert json -o - -)"
echo "$entitlements"
test "$entitlements" = '{"com.apple.security.cs.allow-jit":true}'
signature="$(codesign --display --verbose=2 "$app" 2>&1)"
case "$signature" in
  *Signature=adhoc*) echo "Signed ad hoc: for the Mac that built it, and nothing for Gatekeeper to judge." ;;
  *flags=*runtime*) spctl --assess --type execute --verbose=2 "$app" ;;
  *) echo "Signed without the hardened runtime."; exit 1 ;;
esac

echo "── Fuses"
fuses="$(npx electron-fuses read --app "$app")"
echo "$fuses"
for off in RunAsNode EnableNodeOptionsEnvironmentVariable EnableNodeCliInspectArguments GrantFileProtocolExtraPrivileges; do
  [[ "$fuses" == *"$off is Disabled"* ]]
done
for on in EnableEmbeddedAsarIntegrityValidation OnlyLoadAppFromAsar; do
  [[ "$fuses" == *"$on is Enabled"* ]]
done

echo "── Disk image and zip"
hdiutil verify release/*.dmg
unzip -tq release/*.zip

echo "── Start and quit"
data="$(mktemp -d)"
"$binary" --data "$data" &
pid=$!
for _ in $(seq 60); do
  grep -q 'page ready' "$data/Logs/main.log" 2>/dev/null && break
  sleep 1
done
grep 'page ready' "$data/Logs/main.log"
kill -TERM "$pid"
wait "$pid"
grep ' quits' "$data/Logs/main.log"
if grep -E 'page: |uncaught|could not start' "$data/Logs/main.log"; then
  exit 1
fi
echo "All as it should be."
