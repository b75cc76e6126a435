/** Does nothing, in a JVM that agents are put into. */
class Idle {
  public static void main(String[] args) throws InterruptedException {
    Thread.sleep(Long.MAX_VALUE);
  }
}
