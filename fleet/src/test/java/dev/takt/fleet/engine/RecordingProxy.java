package dev.takt.fleet.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/// Stands between one agent and the coordinator, and keeps what the agent sends.
final class RecordingProxy implements AutoCloseable {

  private final ServerSocket server = new ServerSocket(0, 1, Fleet.at(0).getAddress());
  private final ByteArrayOutputStream recorded = new ByteArrayOutputStream();

  RecordingProxy(int port) throws IOException {
    Thread.ofVirtual()
        .start(() -> {
          try (Socket agent = server.accept();
              Socket coordinator = Peers.plain(port)) {
            coordinator.setSoTimeout(0);
            Thread back = Thread.ofVirtual().start(() -> pass(coordinator, agent, false));
            pass(agent, coordinator, true);
            back.join();
          } catch (IOException | InterruptedException _) {
            // The test has ended.
          }
        });
  }

  private void pass(Socket from, Socket to, boolean isKept) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] some = new byte[8192];
      for (int n = in.read(some); n >= 0; n = in.read(some)) {
        if (isKept) {
          synchronized (recorded) {
            recorded.write(some, 0, n);
          }
        }
        out.write(some, 0, n);
      }
      to.shutdownOutput();
    } catch (IOException _) {
      // One of them has ended.
    }
  }

  int port() {
    return server.getLocalPort();
  }

  byte[] recorded() {
    synchronized (recorded) {
      return recorded.toByteArray();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
