#!/bin/sh
# Builds .build-fuzz/parts: LiveCore, compiled with libFuzzer's counters and AddressSanitizer, and linked with the
# packages of `swift build`. FUZZ_TARGET selects the part to fuzz.
set -eu
cd "$(dirname "$0")/../.."
built=.build/debug out=.build-fuzz/core
mkdir -p "$out"

features='-enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature NonisolatedNonsendingByDefault'
# The C modules; Swift generates the others under `include` for Objective-C.
maps=$(find Sources .build/checkouts/*/Sources $built/ -name module.modulemap ! -path '*.build/include/*' \
  ! -path '*SQLCipher*' -printf '-Xcc -fmodule-map-file=%p ')
compile() {
  # shellcheck disable=SC2086
  swiftc -O -g -wmo -parse-as-library -swift-version 6 $features $maps \
    -module-cache-path .build-fuzz/modules "$@"
}

sources=$(find Sources/LiveCore -name '*.swift')
# shellcheck disable=SC2086
if [ -n "$(find $sources "$0" -newer "$out/LiveCore.o" 2>&1)" ]; then
  compile -sanitize=fuzzer,address -I $built/Modules -enable-testing -module-name LiveCore \
    -emit-module -emit-module-path "$out/LiveCore.swiftmodule" -emit-object -o "$out/LiveCore.o" $sources
  # The compiler does not touch an object file that would not change.
  touch "$out/LiveCore.o"
  # The validator is not instrumented.
  compile -module-name WireSchema -emit-module -emit-module-path "$out/WireSchema.swiftmodule" \
    -emit-object -o "$out/WireSchema.o" Tests/WireSchema/*.swift
fi

# Only the required objects are linked from an archive.
rm -f .build-fuzz/packages.a
find $built/ -path '*.build/*' -name '*.o' ! -path "$built/Live*" ! -path "$built/live*" ! -path '*-tool.build/*' \
  -print0 | xargs -0 ar qcsT .build-fuzz/packages.a
compile -sanitize=fuzzer,address -I "$out" -I $built/Modules -module-name PartsFuzz -use-ld=lld Tests/Fuzz/Fuzz.swift \
  Tests/LiveCoreTests/Fuzz/FuzzTarget.swift Tests/LiveCoreTests/Fuzz/*Trial.swift \
  Tests/LiveCoreTests/Doubles/SocketDialogue.swift Tests/LiveCoreTests/Doubles/FeedJSON.swift \
  "$out/LiveCore.o" "$out/WireSchema.o" .build-fuzz/packages.a -lcurl -lsystemd -lsqlite3 -lstdc++ -o .build-fuzz/parts
# With debug information, the compiler leaves the program's module here.
rm -f PartsFuzz-*.swift*
