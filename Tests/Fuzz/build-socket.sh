#!/bin/sh
# Builds .build-fuzz/socket: the rooms that the socket may name (House/Rooms.swift), made anew with libFuzzer's counters
# and AddressSanitizer, linked with the packages as `swift build` left them.
set -eu
cd "$(dirname "$0")/../.."
built=.build/debug out=.build-fuzz/core
rooms='Model Platform Log Route Config Meter Socket'
mkdir -p "$out"

features='-enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature NonisolatedNonsendingByDefault'
# The C modules; the others under `include` are made by Swift for Objective-C.
maps=$(find Sources .build/checkouts/*/Sources $built/ -name module.modulemap ! -path '*.build/include/*' \
  ! -path '*SQLCipher*' -printf '-Xcc -fmodule-map-file=%p ')
compile() {
  # shellcheck disable=SC2086
  swiftc -O -g -wmo -parse-as-library -swift-version 6 $features $maps \
    -module-cache-path .build-fuzz/modules "$@"
}

sources=$(for room in $rooms; do find "Sources/LiveCore/$room" -name '*.swift'; done)
# shellcheck disable=SC2086
if [ -n "$(find $sources "$0" -newer "$out/LiveCore.o" 2>&1)" ]; then
  compile -sanitize=fuzzer,address -I $built/Modules -enable-testing -module-name LiveCore \
    -emit-module -emit-module-path "$out/LiveCore.swiftmodule" -emit-object -o "$out/LiveCore.o" $sources
  # The compiler leaves an object alone that would not change.
  touch "$out/LiveCore.o"
  # The judge is not what is judged.
  compile -module-name WireSchema -emit-module -emit-module-path "$out/WireSchema.swiftmodule" \
    -emit-object -o "$out/WireSchema.o" Tests/WireSchema/*.swift
fi

# Only what is asked for is taken out of an archive.
rm -f .build-fuzz/packages.a
find $built/ -path '*.build/*' -name '*.o' ! -path "$built/Live*" ! -path "$built/live*" ! -path '*-tool.build/*' \
  -print0 | xargs -0 ar qcsT .build-fuzz/packages.a
compile -sanitize=fuzzer,address -I "$out" -I $built/Modules -module-name SocketFuzz -use-ld=lld Tests/Fuzz/SocketFuzz.swift \
  Tests/LiveCoreTests/Doubles/SocketDialogue.swift "$out/LiveCore.o" "$out/WireSchema.o" .build-fuzz/packages.a \
  -lcurl -lsystemd -lsqlite3 -o .build-fuzz/socket
