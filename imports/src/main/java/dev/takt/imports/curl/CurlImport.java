package dev.takt.imports.curl;

import dev.takt.imports.plan.Header;
import dev.takt.imports.plan.ImportException;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.RequestDraft;
import dev.takt.imports.plan.TemplateText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A command line of curl as one operation.
public final class CurlImport {

  private static final int MAX_DATA_BYTES = 1 << 16;

  private final PlanDraft plan;
  private final Path folder;
  private final List<String> urls = new ArrayList<>();

  /// Where the URLs stand in the command, for what is left out.
  private final List<String> places = new ArrayList<>();

  private final List<Header> headers = new ArrayList<>();

  /// Of curl's own options: a header of the user goes before them.
  private final List<Header> own = new ArrayList<>();

  /// Names that the user takes away, in lower case.
  private final Set<String> removed = new HashSet<>();

  private final List<String> data = new ArrayList<>();
  private final List<String> query = new ArrayList<>();
  private final Map<String, Object> target = new LinkedHashMap<>();
  private String method = "";
  private boolean isGet;
  private boolean isHead;
  private boolean isUpload;

  /// A body that is a file, sent as it is; empty for none.
  private String file = "";

  private CurlImport(PlanDraft plan, Path folder) {
    this.plan = plan;
    this.folder = folder;
  }

  /// Adds the request of a command line to a plan.
  ///
  /// @param folder that file names are relative to
  public static void read(String command, PlanDraft plan, Path folder) throws ImportException {
    if (command.contains("^\n") || command.contains("^\r\n") || command.contains("^\"")) {
      throw new ImportException(
          "this is the form for Windows (with ^): copy the request as cURL (bash)");
    }
    ShellWords shell = new ShellWords(command, plan.credentials());
    List<String> words = new ArrayList<>(shell.words());
    if (!words.isEmpty() && (words.getFirst().equals("$") || words.getFirst().equals("%"))) {
      words.removeFirst(); // a prompt
    }
    if (words.isEmpty()) {
      throw new ImportException("the command is empty");
    }
    String program = words.getFirst();
    if (program.equals("curl") || program.endsWith("/curl")) {
      words.removeFirst();
    } else if (!program.startsWith("-") && !program.contains(".") && !program.contains(":")) {
      throw new ImportException("expected a command of curl, found '" + program + "'");
    }
    CurlImport importer = new CurlImport(plan, folder);
    importer.options(words);
    if (!shell.rest().isEmpty()) {
      plan.leftOut()
          .add(
              "the end of the command",
              shell.rest().startsWith("&")
                  ? "what comes after an &, which ends a command: put quotes around the URL"
                  : "what comes after the command of curl");
    }
    importer.add();
  }

  /// The command that these words are.
  public static String command(List<String> words) {
    return words.stream()
        .skip(words.getFirst().equals("curl") ? 1 : 0)
        .map(ShellWords::quoted)
        .collect(Collectors.joining(" ", "curl ", ""));
  }

  private void options(List<String> words) throws ImportException {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (!word.startsWith("-") || word.equals("-")) {
        if (!word.isEmpty()) {
          url("argument " + (i + 1), word);
        }
      } else if (word.startsWith("--") && word.length() > 2) {
        String name = word.substring(2);
        boolean hasValue = CurlOption.hasValue(name);
        option(word, name, hasValue ? value(words, ++i, word) : "");
      } else if (!word.equals("--")) {
        i = letters(words, i);
      }
    }
  }

  /// `-sSL`, `-XPOST`, `-H 'a: b'`.
  ///
  /// @return the index of the last word that belongs to it
  private int letters(List<String> words, int index) throws ImportException {
    String word = words.get(index);
    for (int i = 1; i < word.length(); i++) {
      String name = CurlOption.longName(word.substring(i, i + 1));
      String shown = "-" + word.charAt(i);
      if (CurlOption.hasValue(name)) {
        boolean isHere = i + 1 < word.length();
        String value = isHere ? word.substring(i + 1) : value(words, index + 1, shown);
        option(shown, name, value);
        return isHere ? index : index + 1;
      }
      option(shown, name, "");
    }
    return index;
  }

  private static String value(List<String> words, int index, String option) throws ImportException {
    if (index >= words.size()) {
      throw new ImportException(option + ": its value is missing; was the command cut?");
    }
    return words.get(index);
  }

  private void option(String shown, String name, String value) throws ImportException {
    switch (name) {
      case "request" -> method = value;
      case "header" -> header(shown, value);
      case "data", "data-ascii" -> data(value, true);
      case "data-binary" -> data(value, false);
      case "data-raw" -> data.add(value);
      case "data-urlencode" -> data.add(urlEncoded(value));
      case "url-query" -> query.add(urlEncoded(value));
      case "json" -> json(value);
      case "user" ->
          own.add(
              new Header(
                  "Authorization",
                  "Basic "
                      + (TemplateText.hasPlaceholder(value)
                          ? plan.credentials()
                              .variable("Authorization", "the Base64 of USER:PASSWORD")
                          : value)));
      case "oauth2-bearer" -> own.add(new Header("Authorization", "Bearer " + value));
      case "cookie" -> cookie(shown, value);
      case "user-agent" -> own.add(new Header("User-Agent", value));
      case "referer" -> own.add(new Header("Referer", value));
      case "range" -> own.add(new Header("Range", "bytes=" + value));
      case "get" -> isGet = true;
      case "head" -> isHead = true;
      case "insecure" -> target.put("insecure", true);
      case "http2", "http2-prior-knowledge" -> target.put("http", 2);
      case "http1.1" -> target.remove("http"); // which is the default
      case "location" -> target.put("follow-redirects", true);
      case "compressed" -> own.add(new Header("Accept-Encoding", "deflate, gzip, br, zstd"));
      case "url" -> url(shown, value);
      case "cert", "key", "cacert" -> target.put(name, file(shown, value).toString());
      case "upload-file" -> {
        file = "@" + file(shown, value);
        isUpload = true;
      }
      case "max-time" -> timeout(shown, value);
      default -> plan.leftOut().add(shown.replaceFirst("=.*", ""), why(name));
    }
  }

  private static String why(String name) {
    return switch (name) {
      case "s",
          "S",
          "silent",
          "show-error",
          "v",
          "verbose",
          "i",
          "include",
          "show-headers",
          "f",
          "fail",
          "fail-with-body",
          "#",
          "progress-bar",
          "N",
          "no-buffer",
          "output",
          "O",
          "remote-name",
          "write-out",
          "dump-header",
          "stderr",
          "trace",
          "trace-ascii",
          "output-dir",
          "create-dirs",
          "no-progress-meter" ->
          "options about curl's output";
      case "form", "form-string" ->
          "a body of several parts: write it to a file, and name it as body: '@FILE'";
      case "http1.0", "0", "http3", "http3-only" ->
          "the version of HTTP: Takt speaks HTTP/1.1 and HTTP/2";
      case "proxy", "proxy-user", "socks5", "socks5-hostname", "noproxy", "proxy-header" ->
          "a proxy: Takt connects to the target itself";
      default -> "options that plans have no key for";
    };
  }

  /// `X: value`; `X:` takes away one of curl's own, and `X;` is one without a value.
  private void header(String shown, String line) {
    int colon = line.indexOf(':');
    if (line.startsWith("@")) {
      plan.leftOut().add(shown, "headers in a file");
    } else if (colon < 0 && line.endsWith(";")) {
      headers.add(new Header(line.substring(0, line.length() - 1), ""));
    } else if (colon < 0) {
      plan.leftOut().add(shown, "a header without a value");
    } else if (line.substring(colon + 1).isBlank()) {
      removed.add(line.substring(0, colon).strip().toLowerCase(Locale.ROOT));
    } else {
      headers.add(new Header(line.substring(0, colon), line.substring(colon + 1)));
    }
  }

  /// Several are one text.
  private void json(String value) throws ImportException {
    int before = data.size();
    data(value, false);
    if (before > 0 && data.size() > before) {
      String last = data.removeLast();
      data.set(before - 1, data.get(before - 1) + last);
    }
    own.add(new Header("Content-Type", "application/json"));
    own.add(new Header("Accept", "application/json"));
  }

  /// A word that cannot be one is not shown: it can be a part of a credential without quotes.
  private void url(String place, String word) throws ImportException {
    if (!word.matches("(?s).*[./:{].*") && !word.equals("localhost")) {
      throw new ImportException(
          place + " is no URL: are quotes missing before it? Otherwise write http:// before it");
    }
    urls.add(word);
    places.add(place);
  }

  private void cookie(String shown, String value) {
    if (value.contains("=")) {
      headers.add(new Header("Cookie", value));
    } else {
      plan.leftOut().add(shown, "cookies in a file");
    }
  }

  private void data(String value, boolean isText) throws ImportException {
    if (!value.startsWith("@")) {
      data.add(value);
      return;
    }
    Path named = file("the data", value.substring(1));
    if (!isText && data.isEmpty() && file.isEmpty()) {
      file = "@" + named;
      return;
    }
    String text = text(named);
    data.add(TemplateText.of(isText ? text.replaceAll("[\r\n]", "") : text));
  }

  private Path file(String shown, String template) throws ImportException {
    String name = TemplateText.unescaped(template);
    if (name.equals("-")) {
      throw new ImportException(shown + ": standard input cannot be imported; write it to a file");
    }
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new ImportException(shown + ": there is no file " + name);
    }
    return file;
  }

  private static String text(Path file) throws ImportException {
    try {
      if (Files.size(file) > MAX_DATA_BYTES) {
        throw new ImportException(file + ": larger than 64 KiB; use --data-binary for a file");
      }
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ImportException(file + ": cannot be read as text: " + e.getMessage());
    }
  }

  /// `content`, `=content`, `name=content`, `@file`, `name@file`.
  private String urlEncoded(String value) throws ImportException {
    int equals = value.indexOf('=');
    int at = value.indexOf('@');
    if (at >= 0 && (equals < 0 || at < equals)) {
      String text = text(file("--data-urlencode", value.substring(at + 1)));
      return (at > 0 ? value.substring(0, at) + "=" : "") + TemplateText.encoded(text);
    }
    String encoded = TemplateText.part(value.substring(equals + 1));
    return equals > 0 ? value.substring(0, equals + 1) + encoded : encoded;
  }

  private void timeout(String shown, String value) {
    try {
      double seconds = Double.parseDouble(value);
      if (seconds > 0 && seconds < 86_400) {
        plan.set("timeout", Math.round(seconds * 1000) + "ms");
        return;
      }
    } catch (NumberFormatException _) {
      // reported below
    }
    plan.leftOut().add(shown, "a time limit that is no number of seconds");
  }

  private void add() throws ImportException {
    if (urls.isEmpty()) {
      throw new ImportException("the command has no URL");
    }
    for (String other : places.subList(1, places.size())) {
      plan.leftOut().add(other, "a second URL: import it by itself");
    }
    String url = url(urls.getFirst());
    if (isUpload && url.endsWith("/")) {
      url += TemplateText.encoded(String.valueOf(Path.of(file.substring(1)).getFileName()));
    }
    String body = file.isEmpty() ? String.join("&", data) : file;
    boolean hasBody = !data.isEmpty() || !file.isEmpty();
    if (!file.isEmpty() && !data.isEmpty() && hasBody) {
      plan.leftOut().add("--data", "data beside a file");
    }
    List<String> inQuery = new ArrayList<>(query);
    if ((isGet || isHead) && hasBody && !isUpload) {
      if (!file.isEmpty()) {
        inQuery.add(TemplateText.of(text(Path.of(file.substring(1)))));
      }
      inQuery.addAll(data);
      hasBody = false;
    }
    if (!inQuery.isEmpty()) {
      url += (url.contains("?") ? "&" : "?") + String.join("&", inQuery);
    }
    if (hasBody && !isUpload) {
      own.add(new Header("Content-Type", "application/x-www-form-urlencoded"));
    }
    String natural = isHead ? "HEAD" : isUpload ? "PUT" : hasBody ? "POST" : "GET";
    String verb = method.isEmpty() ? natural : method;
    if (hasBody && file.isEmpty() && body.startsWith("@")) {
      body = "@" + body; // stands for an @
    }
    plan.operation(
        "", new RequestDraft("the URL", verb, url, distinct(), hasBody ? body : null), Map.of());
    target.forEach(plan::set);
  }

  private List<Header> distinct() {
    Map<String, Header> byName = new LinkedHashMap<>();
    for (Header each : headers) {
      if (byName.putIfAbsent(lower(each), each) != null) {
        plan.leftOut().add("-H", "headers that are there for the second time");
      }
    }
    for (Header each : own) {
      if (!removed.contains(lower(each))) {
        byName.putIfAbsent(lower(each), each);
      }
    }
    return List.copyOf(byName.values());
  }

  private static String lower(Header header) {
    return header.name().strip().toLowerCase(Locale.ROOT);
  }

  private String url(String url) {
    if (url.matches(".*(\\{\\{[^}]*,|\\{[^}]*,|\\[\\w+-\\w+]).*")) {
      plan.leftOut().add("the URL", "the ranges of a URL: taken literally");
    }
    return url.contains("://") || url.startsWith("{") ? url : "http://" + url;
  }
}
