# Sourced by the scripts that build Takt from its sources. Needs jdk.sh and launch.sh.
# shellcheck shell=bash

# Whether a source is newer than the build of the clone $1.
is_stale() {
  local stamp=$1/cli/target/built
  [[ ! -f $stamp ]] && return 0
  [[ -n $(find "$1"/pom.xml "$1"/*/pom.xml "$1"/drivers/*/pom.xml "$1"/*/src/main "$1"/drivers/*/src/main \
    "$1"/report/web/src "$1"/report/web/page.html "$1"/deploy -newer "$stamp" -print -quit 2>/dev/null) ]]
}

# Builds the clone $1, if it is stale: on all processors, without tests and checks (the profile "program"). The file
# target/unchecked says that to ./test.
build() {
  local root=$1 target=$1/cli/target log=$1/target/build.log began=$1/target/build.began
  has_maven || set_up "$root"
  mkdir -p "$root/target"
  if type -P flock >/dev/null; then
    exec 9>"$root/target/build.lock"
    flock 9
    is_stale "$root" || {
      exec 9>&-
      return 0
    }
  fi
  echo "takt: building with the JDK at $JAVA_HOME (half a minute, once) ..." >&2
  touch "$began"
  rm -rf "$target/built" "$target/lib" "$target/takt.aot"
  if ! (cd "$root" && set -o pipefail && mvn -B -T1C package -pl cli -am -Pprogram -Dmaven.test.skip=true \
    -Dtakt.revision="$(revision)" 2>&1 | tee "$log" | show_progress building); then
    grep -m 20 '^\[ERROR\]' "$log" >&2 || tail -n 20 "$log" >&2
    echo "takt: the build failed; all of its output is in $log" >&2
    exit 1
  fi
  grep -q 'Compiling [0-9]* source' "$log" && touch "$root/target/unchecked"
  [[ -t 2 ]] && printf '%s' "caching loaded classes" >&2
  set_class_path "$target/lib"
  "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -cp "$class_path" dev.takt.cli.NewerClassFiles \
    "$target"/lib/picocli-*.jar >>"$log" 2>&1 9>&- || true # that costs start-up time, not correctness
  train "$JAVA_HOME" "$target/lib" "$root/cli/src/main/dist" "$target/takt.aot"
  [[ -t 2 ]] && printf '\r\033[K' >&2
  mv "$began" "$target/built"
  exec 9>&-
}

# Shows the module in Maven's output in one line, on a terminal only.
# $1: what is done with it.
show_progress() {
  local line
  while IFS= read -r line; do
    [[ -t 2 && $line == "[INFO] Building Takt"* ]] && printf '\r\033[K%s' "$1 ${line#*Building }" >&2
  done
  [[ -t 2 ]] && printf '\r\033[K' >&2
  return 0
}

# The commit that is built, with -dirty if a file was changed. Unknown without git, and if these files are a
# folder in another repository.
revision() {
  local prefix
  prefix=$(git rev-parse --show-prefix 2>/dev/null) && [[ -z $prefix ]] &&
    git describe --always --dirty --exclude='*' 2>/dev/null && return
  echo unknown
}
