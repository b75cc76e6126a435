package dev.takt.faults.shop;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Serves one client in PostgreSQL's protocol, as far as its JDBC driver needs it in simple query
/// mode: `select '/lock'` does what a request to `/lock` does, and returns one row. Not
/// thread-safe.
public final class ShopSqlSession {

  private static final int FIRST_PROTOCOL = 3 << 16;
  private static final int TLS_WANTED = 80_877_103;
  private static final int GSS_WANTED = 80_877_104;
  private static final int MAX_MESSAGE_LENGTH = 1 << 16;
  private static final int TEXT = 25;
  private static final byte[] OK = "ok".getBytes(StandardCharsets.US_ASCII);
  private static final String[][] PARAMETERS = {
    {"server_version", "16.0"},
    {"server_encoding", "UTF8"},
    {"client_encoding", "UTF8"},
    {"DateStyle", "ISO, MDY"},
    {"TimeZone", "UTC"},
    {"integer_datetimes", "on"},
    {"standard_conforming_strings", "on"}
  };

  private final DataInputStream in;
  private final DataOutputStream out;
  private final PathHandler handler;

  private ShopSqlSession(InputStream in, OutputStream out, PathHandler handler) {
    this.in = new DataInputStream(new BufferedInputStream(in));
    this.out = new DataOutputStream(new BufferedOutputStream(out));
    this.handler = handler;
  }

  /// Answers until the client terminates the connection.
  ///
  /// @throws IOException if the client disconnects otherwise, or sends an unknown message
  public static void serve(InputStream in, OutputStream out, PathHandler shelf) throws IOException {
    ShopSqlSession database = new ShopSqlSession(in, out, shelf);
    database.startSession();
    while (database.answer()) {}
  }

  private void startSession() throws IOException {
    int code = startup();
    while (code == TLS_WANTED || code == GSS_WANTED) {
      out.write('N');
      out.flush();
      code = startup();
    }
    if (code < FIRST_PROTOCOL || code >= TLS_WANTED - 1) {
      throw new IOException("protocol " + code);
    }
    message('R', 4);
    out.writeInt(0);
    for (String[] each : PARAMETERS) {
      message('S', each[0].length() + each[1].length() + 2);
      text(each[0]);
      text(each[1]);
    }
    message('K', 8);
    out.writeInt(1);
    out.writeInt(1);
    ready();
  }

  /// Reads the client's first message and returns its code.
  private int startup() throws IOException {
    int length = length();
    if (length < Integer.BYTES) {
      throw new IOException("an empty startup message");
    }
    int code = in.readInt();
    in.skipNBytes(length - Integer.BYTES);
    return code;
  }

  private int length() throws IOException {
    int length = in.readInt() - Integer.BYTES;
    if (length < 0 || length > MAX_MESSAGE_LENGTH) {
      throw new IOException("a message of " + length + " bytes");
    }
    return length;
  }

  private boolean answer() throws IOException {
    int type = in.read();
    if (type < 0 || type == 'X') {
      return false;
    }
    byte[] body = in.readNBytes(length());
    if (type != 'Q') {
      throw new IOException("a message of type " + (char) type);
    }
    String sql = new String(body, 0, Math.max(0, body.length - 1), StandardCharsets.UTF_8).strip();
    if (sql.isEmpty()) {
      message('I', 0);
    } else if (sql.toLowerCase(Locale.ROOT).startsWith("select")) {
      handler.handle(quoted(sql));
      row();
      done("SELECT 1");
    } else {
      done("SET");
    }
    ready();
    return true;
  }

  /// The text between the first two quotes; empty if there are none.
  private static String quoted(String sql) {
    int from = sql.indexOf('\'') + 1;
    int to = sql.indexOf('\'', from);
    return from == 0 || to < 0 ? "" : sql.substring(from, to);
  }

  private void row() throws IOException {
    String column = "answer";
    message('T', Short.BYTES + column.length() + 1 + 18);
    out.writeShort(1);
    text(column);
    out.writeInt(0);
    out.writeShort(0);
    out.writeInt(TEXT);
    out.writeShort(-1);
    out.writeInt(-1);
    out.writeShort(0);
    message('D', Short.BYTES + Integer.BYTES + OK.length);
    out.writeShort(1);
    out.writeInt(OK.length);
    out.write(OK);
  }

  private void done(String what) throws IOException {
    message('C', what.length() + 1);
    text(what);
  }

  private void ready() throws IOException {
    message('Z', 1);
    out.write('I');
    out.flush();
  }

  private void message(char type, int bytes) throws IOException {
    out.write(type);
    out.writeInt(bytes + Integer.BYTES);
  }

  private void text(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.write(0);
  }
}
