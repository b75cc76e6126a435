import dev.takt.load.journey.step.JourneyStep;
import dev.takt.load.journey.step.StepContext;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs an order with a key that the login has handed out, as many APIs ask for it: a step of the
/// journey in signed.yaml.
///
///     javac -cp cli/target/lib/takt-load-*.jar -d classes examples/Sign.java
///     ./takt run examples/signed.yaml --classpath classes
public class Sign implements JourneyStep {

  @Override
  public void run(StepContext context) throws GeneralSecurityException {
    // One instance serves all users and threads, so that it keeps nothing of a user.
    String nonce = Long.toHexString(context.random().nextLong());
    String signed = context.variable("user.name") + "\n" + context.variable("cart") + "\n" + nonce;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(bytes(context.variable("token")), "HmacSHA256"));
    context.set("nonce", nonce);
    context.set("signature", HexFormat.of().formatHex(mac.doFinal(bytes(signed))));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
