package dev.takt.imports.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Turns requests into keys of a plan: without another server, without what Takt sets itself, and
/// without credentials.
final class RequestKeys {

  private static final Pattern URL =
      Pattern.compile("(?i)(https?)://([^/?#]*)(.*)", Pattern.DOTALL);
  private static final Pattern VARIABLE = Pattern.compile("\\{([^}]*)}(.*)", Pattern.DOTALL);
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /// A URL without its user and its query.
  private static final Pattern PAGE =
      Pattern.compile("(?i)((?:https?:)?//)?(?:[^/?#@;]*@)?([^?#;]*).*", Pattern.DOTALL);

  private static final Set<String> OWN =
      Set.of(
          "content-length",
          "transfer-encoding",
          "connection",
          "host",
          "expect",
          "keep-alive",
          "te",
          "upgrade",
          "trailer",
          "proxy-connection");

  private final LeftOut leftOut;
  private final Credentials credentials;
  private final BodySecrets secrets;

  /// The origin to which all requests go: that of the first one, unless the user names it.
  private @Nullable String target;

  private final boolean isGiven;

  /// The origin whose requests are taken if the user named the target; null for all.
  private @Nullable String only;

  /// That of the first request; null before it.
  private @Nullable String first;

  /// @param target that the user gave; null to take that of the first request
  RequestKeys(LeftOut leftOut, Credentials credentials, @Nullable String target) {
    this.leftOut = leftOut;
    this.credentials = credentials;
    this.secrets = new BodySecrets(credentials);
    this.target = target;
    this.isGiven = target != null;
  }

  @Nullable String target() {
    return target;
  }

  /// Takes the origin of a URL for the target, if there is none yet.
  ///
  /// @param isOnly whether requests to others are left out then
  void propose(String origin, boolean isOnly) {
    target = target == null ? origin : target;
    only = isOnly ? origin : null;
  }

  /// The keys of a request; null if it goes elsewhere, which is then reported.
  ///
  /// @param isStep whether it is a step of a journey, whose users have cookies of their own
  @Nullable Map<String, Object> keys(RequestDraft request, boolean isStep) {
    List<String> lines = new ArrayList<>();
    String path = path(request, lines);
    if (path == null) {
      return null;
    }
    Map<String, Object> keys = new LinkedHashMap<>();
    String natural = request.body() == null ? "GET" : "POST";
    if (!request.method().equals(natural)) {
      if (!TOKEN.matcher(request.method()).matches()) {
        leftOut.add(request.place(), "a request whose method is no word");
        return null;
      }
      keys.put("method", request.method());
    }
    keys.put("path", path);
    for (Header each : request.headers()) {
      addHeader(request, each, isStep, lines);
    }
    if (!lines.isEmpty()) {
      keys.put("header", lines.size() == 1 ? lines.getFirst() : lines);
    }
    String body = request.body();
    if (body != null) {
      String type = request.header("Content-Type");
      keys.put("body", secrets.body(body, type));
      boolean isFile = body.startsWith("@") && !body.startsWith("@@");
      if (!isFile && !BodySecrets.isSearched(body, type)) {
        leftOut.add(
            request.place(), "credentials in a body that is neither JSON, XML nor a form: see it");
      }
    }
    return keys;
  }

  private @Nullable String path(RequestDraft request, List<String> lines) {
    String url = request.url().strip();
    Matcher parts = URL.matcher(url);
    Matcher variable = VARIABLE.matcher(url);
    String rest;
    if (parts.matches()) {
      String authority = parts.group(2);
      int at = authority.lastIndexOf('@');
      if (at >= 0) {
        lines.add(
            "Authorization: "
                + credentials.replace("Authorization", "Basic " + authority.substring(0, at)));
        authority = authority.substring(at + 1);
      }
      String origin = parts.group(1).toLowerCase(Locale.ROOT) + "://" + authority;
      if (TemplateText.hasPlaceholder(authority) || authority.isEmpty()) {
        if (!isGiven) {
          leftOut.add(request.place(), "a request whose host is a variable: give --target");
          return null;
        }
      } else if (target == null) {
        target = origin;
      } else if (isGiven && only != null && !isSame(only, origin)) {
        leftOut.add(
            request.place(), "a request to " + origin + ": only those to " + only + " are taken");
        return null;
      } else if (!isGiven && !isSame(target, origin)) {
        leftOut.add(request.place(), "a request to " + origin + ": a plan has one target");
        return null;
      }
      boolean isKnown = !TemplateText.hasPlaceholder(authority) && !authority.isEmpty();
      first = first == null && isKnown ? origin : first;
      if (isGiven && isKnown && !isSame(String.valueOf(first), origin)) {
        leftOut.add(
            request.place(),
            "requests to other servers than " + first + ": they go to --target too");
      }
      rest = parts.group(3);
    } else if (variable.matches()) {
      if (target == null) {
        leftOut.add(request.place(), "a request whose URL begins with a variable: give --target");
        return null;
      }
      rest = variable.group(2);
    } else if (url.startsWith("/") && target != null) {
      rest = url;
    } else {
      leftOut.add(request.place(), "a request without a server: give --target");
      return null;
    }
    return path(rest);
  }

  private String path(String rest) {
    int hash = rest.indexOf('#');
    String whole = hash < 0 ? rest : rest.substring(0, hash);
    String encoded = TemplateText.url(whole);
    String path = encoded.startsWith("/") ? encoded : "/" + encoded;
    int question = path.indexOf('?');
    return question < 0
        ? secrets.path(path)
        : secrets.path(path.substring(0, question))
            + "?"
            + secrets.parameters(path.substring(question + 1));
  }

  private static boolean isSame(String one, String other) {
    return withPort(one).equalsIgnoreCase(withPort(other));
  }

  private static String withPort(String origin) {
    boolean hasPort = origin.matches("https?://(?:\\[[^]]*]|[^:]*):\\d+");
    return hasPort ? origin : origin + (origin.startsWith("https") ? ":443" : ":80");
  }

  private void addHeader(RequestDraft request, Header header, boolean isStep, List<String> lines) {
    String name = header.name().strip();
    String lower = name.toLowerCase(Locale.ROOT);
    String value = header.value().strip();
    if (lower.equals("referer")) {
      Matcher page = PAGE.matcher(value);
      if (page.matches() && page.end(2) < value.length()) {
        leftOut.add(request.place(), "the query of a Referer, which can be a credential");
      }
      value = page.replaceFirst("$1$2");
    }
    if (OWN.contains(lower) || name.startsWith(":")) {
      leftOut.add(name, "headers that Takt sets itself");
    } else if (lower.equals("cookie") && isStep) {
      leftOut.add(request.place(), "cookies: users of journeys send those that answers gave them");
    } else if (lower.equals("accept-encoding") && isStep && !value.equalsIgnoreCase("identity")) {
      leftOut.add(request.place(), "Accept-Encoding: a step cannot read a compressed answer");
    } else if (!TOKEN.matcher(name).matches()
        || value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 127)) {
      leftOut.add(request.place(), "a header that is not valid");
    } else if (lower.equals("authorization") && has(lines, "authorization")) {
      leftOut.add(request.place(), "a second Authorization");
    } else {
      lines.add(
          name
              + ":"
              + (value.isEmpty() ? "" : " ")
              + (Credentials.isSecretHeader(name) ? credentials.replace(name, value) : value));
    }
  }

  private static boolean has(List<String> lines, String name) {
    return lines.stream().anyMatch(each -> each.toLowerCase(Locale.ROOT).startsWith(name + ":"));
  }
}
