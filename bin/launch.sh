# Sourced by ./takt, in a clone and in a package: starts Takt's JVM.
# Every `./takt` runs this, so it must be fast: it starts a process only if standard error is a terminal.
# shellcheck shell=bash

# Sets class_path to the jars in $1. Their order must not depend on the user's locale: the JVM ignores a cache
# of loaded classes that was made with another class path.
set_class_path() {
  local LC_ALL=C jar
  class_path=$1/takt-cli.jar
  for jar in "$1"/*.jar; do
    [[ $jar == "$1/takt-cli.jar" ]] || class_path+=:$jar
  done
}

# Sets TAKT_LAUNCHER to the command that started this script, for the commands that Takt suggests: takt if that is
# the one on the PATH.
set_launcher() {
  local name=${0##*/} folder IFS=:
  printf -v TAKT_LAUNCHER %q "$0"
  for folder in $PATH; do
    [[ ${folder:-.}/$name != "$0" ]] || TAKT_LAUNCHER=$name
  done
  export TAKT_LAUNCHER
}

# Replaces this shell with Takt.
# $1: the home of the JVM; $2: the folder of the jars; $3: that of the option files; $4: the cache of loaded
# classes, which may be missing; the others: the arguments of Takt.
launch() {
  local java=$1/bin/java options=$3 cache=$4 class_path more=() aot=()
  set_class_path "$2"
  set_launcher
  shift 4

  # If standard input is closed, the first file that the JVM opens would get its descriptor number.
  { : 3<&0; } 2>/dev/null || exec </dev/null

  # The terminal's properties: querying them from Java costs far more.
  TAKT_TTY=
  [[ -t 0 ]] && TAKT_TTY=in
  [[ -t 1 ]] && TAKT_TTY=${TAKT_TTY}out
  [[ -t 2 ]] && TAKT_TTY=${TAKT_TTY}err
  if [[ $TAKT_TTY == *err ]]; then
    shopt -s checkwinsize
    (:) # bash updates the window's size after a child process has ended
  fi
  export TAKT_TTY TAKT_COLUMNS=${COLUMNS:-80}

  [[ ${1-} == explain || ${1-} == explore ]] && more=("@$options/$1.options")
  [[ -f $cache ]] && aot=(-XX:AOTCache="$cache")
  exec "$java" "@$options/jvm.options" ${more[@]+"${more[@]}"} ${aot[@]+"${aot[@]}"} -cp "$class_path" \
    dev.takt.cli.Main "$@"
}

# Runs the code that every command uses once, so that the JDK caches the loaded and linked classes (JEP 514).
# Without the cache, only the start is slower. The arguments are those of launch; $4 is the file to write. The JVM that
# writes it needs no C2.
train() {
  local class_path out
  set_class_path "$2"
  out=$(mktemp -d) || return 0
  JDK_AOT_VM_OPTIONS=-XX:TieredStopAtLevel=1 "$1/bin/java" "@$3/jvm.options" -XX:AOTCacheOutput="$4" \
    -Xlog:disable -cp "$class_path" dev.takt.cli.Training "$out" >/dev/null 2>&1 9>&- </dev/null || true
  rm -rf "$out"
}
