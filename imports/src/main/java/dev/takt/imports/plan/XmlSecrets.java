package dev.takt.imports.plan;

import dev.takt.load.text.SecretNames;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces credentials in XML: all texts in an element whose name is one of a secret, also in the
/// elements in it, and attributes with such a name. The text can be cut, or no XML at all.
final class XmlSecrets {

  /// A name, and a value in one kind of quotes, in which the other one can stand.
  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          "(?<![\\w.:-])((?:[\\w.-]++:)?+([\\w.-]++)\\s*+=\\s*+)(\"[^\"]*+\"|'[^']*+')");

  private static final Pattern NAME = Pattern.compile("/?(?:[\\w.-]++:)?+([\\w.-]++)");

  private static final String CDATA = "<![CDATA[";
  private static final String CDATA_END = "]]>";

  private final String xml;
  private final Credentials credentials;
  private final StringBuilder out = new StringBuilder();

  /// What does not occur any more, so that it is not sought again.
  private final Set<String> missing = new HashSet<>();

  /// The name of the secret element around; empty outside of one.
  private String secret = "";

  /// How many elements of this name are open.
  private int depth;

  XmlSecrets(String xml, Credentials credentials) {
    this.xml = xml;
    this.credentials = credentials;
  }

  String replaced() {
    int at = 0;
    while (at < xml.length()) {
      int end = xml.charAt(at) == '<' ? markup(at) : at;
      if (end == at) {
        int next = xml.indexOf('<', at + 1);
        end = next < 0 ? xml.length() : next;
        text(xml.substring(at, end));
      }
      at = end;
    }
    return out.toString();
  }

  /// @return its end; its begin if it is none
  private int markup(int from) {
    if (xml.startsWith(CDATA, from)) {
      int end = find(CDATA_END, from);
      if (end < 0) {
        return from;
      }
      out.append(CDATA);
      text(xml.substring(from + CDATA.length(), end));
      out.append(CDATA_END);
      return end + CDATA_END.length();
    } else if (xml.startsWith("<!--", from)) {
      return other("-->", from);
    } else if (xml.startsWith("<?", from)) {
      return other("?>", from);
    }
    int end = endOfTag(from);
    if (end > from) {
      tag(xml.substring(from, end));
    }
    return end;
  }

  /// What is no element.
  private int other(String last, int from) {
    int end = find(last, from);
    if (end < 0) {
      return from;
    }
    text(xml.substring(from, end + last.length()));
    return end + last.length();
  }

  private int find(String text, int from) {
    int found = missing.contains(text) ? -1 : xml.indexOf(text, from);
    if (found < 0) {
      missing.add(text);
    }
    return found;
  }

  /// Behind the `>`; where it began if there is none, or another `<` before.
  private int endOfTag(int from) {
    for (int i = from + 1; i < xml.length(); i++) {
      char c = xml.charAt(i);
      if (c == '>') {
        return i + 1;
      } else if (c == '<') {
        return from;
      } else if (c == '"' || c == '\'') {
        int end = find(String.valueOf(c), i + 1);
        if (end < 0) {
          return from;
        }
        i = end;
      }
    }
    return from;
  }

  private void tag(String tag) {
    Matcher name = NAME.matcher(tag).region(1, tag.length());
    String element = name.lookingAt() ? name.group(1) : "";
    if (tag.startsWith("</")) {
      if (element.equals(secret) && --depth == 0) {
        secret = "";
      }
      out.append(tag);
      return;
    }
    boolean isInSecret = !secret.isEmpty() || SecretNames.isSecret(element);
    String own = secret.isEmpty() ? element : secret;
    out.append(ATTRIBUTE.matcher(tag).replaceAll(each -> attribute(each, isInSecret ? own : "")));
    if (isInSecret && !tag.endsWith("/>")) {
      depth += secret.isEmpty() || element.equals(secret) ? 1 : 0;
      secret = own;
    }
  }

  /// @param around the secret element that has it; empty for none
  private String attribute(MatchResult match, String around) {
    String name = match.group(2);
    boolean isValue = !around.isEmpty() && name.toLowerCase(Locale.ROOT).equals("value");
    String quoted = match.group(3);
    char quote = quoted.charAt(0);
    String value = quoted.substring(1, quoted.length() - 1);
    return Matcher.quoteReplacement(
        SecretNames.isSecret(name) || isValue
            ? match.group(1) + quote + credentials.replace(isValue ? around : name, value) + quote
            : match.group());
  }

  private void text(String text) {
    out.append(secret.isEmpty() ? text : credentials.replace(secret, text));
  }
}
