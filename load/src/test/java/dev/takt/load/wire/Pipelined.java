package dev.takt.load.wire;

import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.WireDriver;
import java.nio.ByteBuffer;

/// Wraps another driver, with several operations on each connection.
record Pipelined(WireDriver driver, int pipelining) implements WireDriver {

  @Override
  public Endpoint endpoint() {
    return driver.endpoint();
  }

  @Override
  public Session newSession() {
    return driver.newSession();
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
