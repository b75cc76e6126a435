package dev.takt.fleet.engine;

import java.util.regex.Pattern;

/// The names of agents. They become names of directories, so they are restricted.
public final class MemberNames {

  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /// The rule, for messages.
  public static final String RULE =
      "up to 64 letters, digits, '.', '_' and '-', beginning with a letter or a digit, and not '"
          + Engine.COORDINATOR
          + "'";

  private static final int MAX_LENGTH = 64;

  private MemberNames() {}

  /// The name of an agent that is as similar as possible to a text, such as a host's name.
  public static String like(String text) {
    String name = text.replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[._-]+", "");
    String shorter = name.substring(0, Math.min(MAX_LENGTH, name.length()));
    return isValid(shorter) ? shorter : "machine";
  }

  /// Whether a text can be the name of an agent.
  public static boolean isValid(String name) {
    return VALID.matcher(name).matches() && !name.equals(Engine.COORDINATOR);
  }
}
