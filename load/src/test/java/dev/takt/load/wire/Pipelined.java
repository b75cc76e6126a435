package dev.takt.load.wire;

import dev.takt.load.driver.WireDriver;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Another driver, with several operations on each connection.
record Pipelined(WireDriver driver, int pipelining) implements WireDriver {

  @Override
  public InetSocketAddress address() {
    return driver.address();
  }

  @Override
  public @Nullable Tls tls() {
    return driver.tls();
  }

  @Override
  public Codec newCodec() {
    return driver.newCodec();
  }

  @Override
  public ByteBuffer sampleAnswer(int operation) {
    return driver.sampleAnswer(operation);
  }

  @Override
  public boolean isRepeatable(int operation) {
    return driver.isRepeatable(operation);
  }

  @Override
  public String describe() {
    return driver.describe();
  }

  @Override
  public void close() {
    driver.close();
  }
}
