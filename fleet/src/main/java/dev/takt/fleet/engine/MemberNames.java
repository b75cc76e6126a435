package dev.takt.fleet.engine;

import java.util.regex.Pattern;

/// The names of agents. They become names of directories, so they are restricted.
final class MemberNames {

  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private MemberNames() {}

  static boolean isValid(String name) {
    return VALID.matcher(name).matches() && !name.equals(Engine.COORDINATOR);
  }
}
