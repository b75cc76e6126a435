package dev.takt.driver.demo;

import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.WireDriver;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Delegates to the HTTP driver, with the shop as its target; closing it also stops the shop.
///
/// @param http the driver that sends the requests
/// @param shop the shop that answers them
record DemoDriver(WireDriver http, ShopProcess shop) implements WireDriver {

  @Override
  public String describe() {
    return "the demo shop at http://127.0.0.1:" + shop.port() + "/, process " + shop.pid();
  }

  @Override
  public Endpoint endpoint() {
    return http.endpoint();
  }

  @Override
  public Session newSession() {
    return http.newSession();
  }

  @Override
  public Message show(byte[] bytes) {
    return http.show(bytes);
  }

  @Override
  public ByteBuffer sampleAnswer(int operation) {
    return http.sampleAnswer(operation);
  }

  @Override
  public boolean isRepeatable(int operation) {
    return http.isRepeatable(operation);
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(shop.pid());
  }

  @Override
  public List<String> advice(Map<String, Long> errors) {
    return http.advice(errors);
  }

  @Override
  public Map<String, String> failureFiles() {
    return http.failureFiles();
  }

  @Override
  public void close() {
    try {
      http.close();
    } finally {
      shop.close();
    }
  }
}
