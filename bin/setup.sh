# Sourced if a JDK or Maven is missing: installs it with the system's package manager, or says what to do.
# Knows apt-get. Installs only what the configured sources have, and only after a yes: on the terminal, or
# with TAKT_SETUP=yes.
# shellcheck shell=bash

jdk_packages=(temurin-25-jdk openjdk-25-jdk-headless)

# Makes sure that there are a JDK and Maven, or exits with 2.
# $1: the project's root.
install_tools() {
  local missing
  missing=$(missing_tools "$1")
  echo "takt: to build Takt, this machine lacks ${missing//$'\n'/ and }" >&2
  if has_apt && may_install; then
    update_packages
    find_jdk "$1" || install_first "${jdk_packages[@]}" || true
    has_maven || install_first maven || true
    hash -r
  fi
  find_jdk "$1" && has_maven && return 0
  explain_tools "$1"
  exit 2
}

missing_tools() {
  find_jdk "$1" || echo "a JDK $oldest_jdk or later"
  has_maven || echo "Maven (mvn)"
}

has_apt() {
  type -P apt-get >/dev/null && type -P apt-cache >/dev/null && { is_root || type -P sudo >/dev/null; }
}

is_root() {
  ((EUID == 0))
}

may_install() {
  local answer
  [[ -n ${TAKT_SETUP-} ]] && { [[ $TAKT_SETUP == yes ]] || return 1; } && return 0
  [[ -t 0 && -t 2 ]] || return 1
  read -r -p "Install it with apt-get now? [Y/n] " answer || return 1
  [[ -z $answer || $answer == [yY]* ]]
}

# A machine whose lists of packages are empty knows no package before this. A source that cannot be reached is
# not fatal: the others may have what is missing.
update_packages() {
  apt_get update || true
}

# Installs the first of the packages that the configured sources have.
install_first() {
  local package
  for package in "$@"; do
    if is_available "$package"; then
      echo "takt: installing $package ..." >&2
      apt_get install -y "$package"
      return
    fi
  done
  return 1
}

is_available() {
  [[ $(LC_ALL=C apt-cache policy "$1" 2>/dev/null) =~ Candidate:\ ([^$'\n']+) && ${BASH_REMATCH[1]} != "(none)" ]]
}

# Its output goes to standard error: standard output is for Takt's results.
apt_get() {
  local as=()
  is_root || as=(sudo)
  ${as[@]+"${as[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" </dev/null >&2
}

# Says what to do about each tool that is missing.
explain_tools() {
  local sudo="" package available=
  is_root || sudo="sudo "
  if ! find_jdk "$1"; then
    if has_apt; then
      for package in "${jdk_packages[@]}"; do
        is_available "$package" && available=$package && break
      done
    fi
    if [[ -n $available ]]; then
      echo "  JDK $oldest_jdk: ${sudo}apt-get install $available" >&2
    else
      cat >&2 <<END
  JDK $oldest_jdk: the package sources of this machine have none. Download it from
    https://adoptium.net/temurin/releases/?version=$oldest_jdk
    and unpack it in /opt, where it is found, or set JAVA_HOME to its folder.
END
    fi
  fi
  if ! has_maven; then
    if type -P apt-get >/dev/null; then
      echo "  Maven: ${sudo}apt-get update && ${sudo}apt-get install maven" >&2
    else
      cat >&2 <<END
  Maven: install it with the system's package manager, or download it from
    https://maven.apache.org/download.cgi and put its bin folder on the PATH.
END
    fi
  fi
  if has_apt && [[ ${TAKT_SETUP-} != yes ]]; then
    echo "With TAKT_SETUP=yes, Takt installs what the package sources have." >&2
  fi
}
