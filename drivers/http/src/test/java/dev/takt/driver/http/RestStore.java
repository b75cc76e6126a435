package dev.takt.driver.http;

import dev.takt.runs.text.MachineText;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An in-memory store of records with the REST interface that the driver expects. Its JSON differs
/// from the driver's: with white space, and with escaped characters.
final class RestStore implements AutoCloseable {

  private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  private final ServerSocket listener = new ServerSocket();
  final NavigableMap<String, Map<String, String>> records = new ConcurrentSkipListMap<>();
  final List<String> requests = new CopyOnWriteArrayList<>();
  final List<String> bodies = new CopyOnWriteArrayList<>();

  /// Whether it closes the connection after each response.
  volatile boolean closing;

  RestStore() throws IOException {
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort() + "/table";
  }

  /// A server of HTTP/2 with the same records.
  Http2Server overHttp2() {
    return new Http2Server(peer -> {
      while (true) {
        Http2Server.Request request = peer.next();
        String method = request.field(":method");
        String path = request.field(":path");
        requests.add(method + " " + path);
        bodies.add(request.body());
        String answer = answer(method, path, request.body());
        peer.answer(request.stream(), answer == null ? 404 : 200, answer == null ? "" : answer);
      }
    });
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket accepted) {
    try (Socket socket = accepted;
        DataInputStream in =
            new DataInputStream(new BufferedInputStream(socket.getInputStream()))) {
      do {
        String[] request = line(in).split(" ", 3);
        byte[] body = new byte[lengthOfBody(in)];
        in.readFully(body);
        String text = new String(body, StandardCharsets.UTF_8);
        requests.add(request[0] + " " + request[1]);
        bodies.add(text);
        String answer = answer(request[0], request[1], text);
        String head =
            MachineText.format(
                "HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: %s\r\n\r\n",
                answer == null ? "404 Not Found" : "200 OK",
                answer == null ? 0 : answer.length(),
                closing ? "close" : "keep-alive");
        socket
            .getOutputStream()
            .write((head + (answer == null ? "" : answer)).getBytes(StandardCharsets.US_ASCII));
      } while (!closing);
    } catch (IOException e) {
      // The client has disconnected.
    }
  }

  private static int lengthOfBody(DataInputStream in) throws IOException {
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String lower = line.toLowerCase(Locale.ROOT);
      length =
          lower.startsWith("content-length:")
              ? Integer.parseInt(lower.substring(15).strip())
              : length;
    }
    return length;
  }

  private static String line(DataInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (byte b = in.readByte(); b != '\n'; b = in.readByte()) {
      if (b != '\r') {
        line.append((char) b);
      }
    }
    return line.toString();
  }

  private synchronized @Nullable String answer(String method, String uri, String body) {
    String[] parts = uri.substring("/table/".length()).split("\\?", 2);
    String key = URLDecoder.decode(parts[0], StandardCharsets.UTF_8);
    if (!method.equals("GET")) {
      Map<String, String> before = method.equals("PUT") ? records.get(key) : Map.of();
      if (before == null) {
        return null;
      }
      Map<String, String> after = new TreeMap<>(before);
      after.putAll(fields(body));
      records.put(key, after);
      return "{}";
    }
    Matcher count = Pattern.compile("count=(\\d+)").matcher(uri);
    if (count.find()) {
      return records.tailMap(key).values().stream()
          .limit(Integer.parseInt(count.group(1)))
          .map(RestStore::json)
          .collect(Collectors.joining(",", "[", "]"));
    }
    Map<String, String> record = records.get(key);
    Matcher field = Pattern.compile("fields=(\\w+)").matcher(uri);
    if (record == null || !field.find()) {
      return record == null ? null : json(record);
    }
    return json(Map.of(field.group(1), String.valueOf(record.get(field.group(1)))));
  }

  private static Map<String, String> fields(String json) {
    Map<String, String> fields = new TreeMap<>();
    Matcher strings = STRING.matcher(json);
    while (strings.find()) {
      String name = strings.group(1);
      if (strings.find()) {
        fields.put(name, strings.group(1).replaceAll("\\\\(.)", "$1"));
      }
    }
    return fields;
  }

  private static String json(Map<String, String> record) {
    return record.entrySet().stream()
        .map(each -> "\"" + each.getKey() + "\" : \"" + escaped(each.getValue()) + "\"")
        .collect(Collectors.joining(" ,\n", " { \"id\": [1, {\"a\": \"}\"}], ", " }\n"));
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\u0022").replace("~", "\\u007E");
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
