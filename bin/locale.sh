# Sourced by ./takt: file names and arguments are UTF-8 to Takt's own JVM, whatever the locale is.
# Starts no process: this is on the way of every `./takt`.
# shellcheck shell=bash

# Whether this shell reads two bytes of UTF-8 as one character.
is_utf8() {
  local letter=$'\xc3\xa9'
  ((${#letter} == 1))
}

# Exports a UTF-8 locale as LC_ALL, unless the user's is one. What LC_ALL was is kept for the programs
# that Takt starts for the user: TAKT_LC_ALL is `=VALUE`, or empty if it was not set. A machine
# without such a locale keeps its own; Takt then refuses what it cannot represent.
use_utf8() {
  unset TAKT_LC_ALL
  is_utf8 && return
  local original=${LC_ALL+=$LC_ALL} name
  for name in C.UTF-8 C.utf8 en_US.UTF-8; do
    { LC_ALL=$name; } 2>/dev/null
    if is_utf8; then
      export LC_ALL TAKT_LC_ALL=$original
      return
    fi
  done
  if [[ -n $original ]]; then
    { LC_ALL=${original#=}; } 2>/dev/null
  else
    unset LC_ALL
  fi
}
