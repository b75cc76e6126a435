# Sourced by the scripts at the root: finds a JDK that can build and run Takt.
# Every `./takt` runs this, so it must be fast. It does not start a JVM to get its version, and it starts
# other processes only if no JDK is known yet.
# shellcheck shell=bash

oldest_jdk=25

# Whether $1 is the home of a JDK that is new enough, according to its `release` file.
is_jdk() {
  local line version=0
  [[ -x $1/bin/javac && -r $1/release ]] || return 1
  while IFS= read -r line; do
    if [[ $line == JAVA_VERSION=* ]]; then
      line=${line#*\"}
      version=${line%%[!0-9]*}
    fi
  done <"$1/release"
  ((${version:-0} >= oldest_jdk))
}

# The usual homes of JDKs. The first JDK on the PATH comes first.
usual_homes() {
  local tool home
  tool=$(type -P javac) && tool=$(readlink -f "$tool" 2>/dev/null) && echo "${tool%/bin/javac}"
  for home in /usr/lib/jvm/* /opt/java /opt/java/* /opt/jdk* "$HOME"/.sdkman/candidates/java/* \
    "$HOME"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [[ -d $home ]] && echo "$home"
  done
}

# Sets and exports JAVA_HOME, or fails.
# $1: the project's root. Its target/ caches the result.
find_jdk() {
  local home kept=$1/target/jdk
  if [[ -n ${JAVA_HOME:-} ]] && is_jdk "$JAVA_HOME"; then
    export JAVA_HOME
    return 0
  fi
  if [[ -r $kept ]] && IFS= read -r home <"$kept" && is_jdk "$home"; then
    export JAVA_HOME=$home
    return 0
  fi
  while IFS= read -r home; do
    if is_jdk "$home"; then
      mkdir -p "$1/target" 2>/dev/null && echo "$home" >"$kept" 2>/dev/null
      export JAVA_HOME=$home
      return 0
    fi
  done < <(usual_homes)
  return 1
}

has_maven() {
  type -P mvn >/dev/null
}

# Makes sure that there are a JDK and Maven: installs what is missing, or says what to do and exits with 2.
# $1: the project's root.
set_up() {
  # shellcheck source=bin/setup.sh
  source "$1/bin/setup.sh"
  install_tools "$1"
}

# Maven's own libraries use methods that JDK 24 and later warn about. A user of Takt cannot change that.
export MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow"
