package dev.takt.driver.http;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.WireDriver;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// HTTP/1.1 to one server.
final class HttpDriver implements WireDriver {

  private final Origin origin;
  private final InetSocketAddress address;
  private final @Nullable Tls tls;
  private final RequestForm[] forms;
  private final long seed;

  private HttpDriver(
      Origin origin, InetSocketAddress address, @Nullable Tls tls, RequestForm[] forms, long seed) {
    this.origin = origin;
    this.address = address;
    this.tls = tls;
    this.forms = forms;
    this.seed = seed;
  }

  static HttpDriver open(DriverRequest request) throws DriverException {
    Origin origin = Origin.parse(request.target());
    InetSocketAddress address = new InetSocketAddress(origin.host(), origin.port());
    if (address.isUnresolved()) {
      throw new DriverException(
          "cannot find the host \""
              + origin.host()
              + "\" of target "
              + request.target()
              + "; is the name right, and does this machine's name service know it?");
    }
    boolean insecure = Boolean.TRUE.equals(request.properties().get(HttpDriverProvider.INSECURE));
    Tls tls = origin.tls() ? Trust.tls(origin.host(), insecure) : null;
    RequestForm[] forms =
        IntStream.range(0, request.operations().size())
            .mapToObj(i -> RequestForm.of(i, request, origin))
            .toArray(RequestForm[]::new);
    return new HttpDriver(origin, address, tls, forms, request.seed());
  }

  @Override
  public String describe() {
    return (origin.tls() ? "https://" : "http://") + origin.authority();
  }

  @Override
  public InetSocketAddress address() {
    return address;
  }

  @Override
  public @Nullable Tls tls() {
    return tls;
  }

  @Override
  public Codec newCodec() {
    return new HttpCodec(forms, seed);
  }

  @Override
  public ByteBuffer sampleAnswer(int operation) {
    int status = forms[operation].expected.example();
    boolean bodiless =
        forms[operation].answerHasNoBody || status == 204 || status == 304 || status < 200;
    String answer =
        "HTTP/1.1 "
            + status
            + " Sample\r\nServer: takt\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
            + "Content-Type: text/plain\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n"
            + (bodiless ? "" : "ok");
    return ByteBuffer.wrap(answer.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public boolean isRepeatable(int operation) {
    return forms[operation].repeatable;
  }

  @Override
  public void close() {}
}
