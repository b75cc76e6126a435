package dev.takt.fleet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jgroups.stack.GossipData;
import org.jgroups.stack.GossipType;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;

/// Connections that speak to a coordinator as no agent does.
final class Peers {

  private Peers() {}

  static Socket plain(int port) throws IOException {
    Socket socket = new Socket(Fleet.at(port).getAddress(), port);
    socket.setSoTimeout(10_000);
    return socket;
  }

  /// A connection that trusts every coordinator, and has a key or none.
  static Socket trusting(@Nullable Path key, int port) throws Exception {
    KeyManager[] keys = {};
    if (key != null) {
      char[] password = FleetKey.PASSWORD.toCharArray();
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(KeyStore.getInstance(key.toFile(), password), password);
      keys = factory.getKeyManagers();
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, new TrustManager[] {new TrustAll()}, null);
    Socket socket = context.getSocketFactory().createSocket(Fleet.at(port).getAddress(), port);
    socket.setSoTimeout(10_000);
    return socket;
  }

  static void register(Socket socket, String name) throws IOException {
    register(socket, Frames.GROUP, name);
  }

  static void register(Socket socket, String group, String name) throws IOException {
    frame(socket, new GossipData(GossipType.REGISTER, group, UUID.randomUUID(), name, null));
  }

  static void register(Socket socket, String name, UUID address) throws IOException {
    frame(socket, new GossipData(GossipType.REGISTER, Frames.GROUP, address, name, null));
  }

  /// Sends a message, as a member.
  static void send(Socket socket, String text) throws IOException {
    byte[] content = ("\1" + text).getBytes(StandardCharsets.UTF_8);
    frame(socket, new GossipData(GossipType.MESSAGE, Frames.GROUP, null, content));
  }

  /// Whether a text comes before the connection ends.
  static boolean awaitText(Socket socket, String text) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    for (int each = in.read(); each >= 0; each = in.read()) {
      all.write(each);
      if (all.toString(StandardCharsets.ISO_8859_1).endsWith(text)) {
        return true;
      }
    }
    return false;
  }

  static void frame(Socket socket, GossipData frame) throws IOException {
    ByteArrayDataOutputStream bytes = new ByteArrayDataOutputStream(512);
    frame.writeTo(bytes);
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.writeInt(bytes.position());
    out.write(bytes.buffer(), 0, bytes.position());
    out.flush();
  }

  /// Registers, and checks that the coordinator ends the connection without a word.
  static void assertRefused(Socket socket, String name) throws IOException {
    boolean isAnswered = false;
    try (socket) {
      register(socket, name);
      isAnswered = socket.getInputStream().read() >= 0;
    } catch (IOException e) {
      // Refused while it sent or waited.
    }
    assertThat(isAnswered).isFalse();
  }

  /// Waits until the coordinator has ended the connection.
  static void awaitEnd(Socket socket) throws IOException {
    try (socket) {
      InputStream in = socket.getInputStream();
      byte[] rest = new byte[4096];
      for (int n = 0; n >= 0; n = in.read(rest)) {
        // What it still sent.
      }
    } catch (java.net.SocketTimeoutException e) {
      throw new AssertionError("the connection is still open", e);
    } catch (IOException e) {
      // Reset.
    }
  }

  private static final class TrustAll extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
