# Sourced by ./takt: makes file names and arguments UTF-8 for Takt's own JVM, whatever the locale is.
# Every `./takt` runs this, so it must be fast: it starts no process.
# shellcheck shell=bash

# Whether this shell decodes two bytes of UTF-8 as one character.
is_utf8() {
  local letter=$'\xc3\xa9'
  ((${#letter} == 1))
}

# Exports a UTF-8 locale as LC_ALL, unless the user's locale is UTF-8. The previous LC_ALL is kept for the
# programs that Takt starts for the user: TAKT_LC_ALL is `=VALUE`, or empty if LC_ALL was not set. Without a
# UTF-8 locale on the machine, the locale stays. Takt then refuses arguments that it cannot represent.
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
