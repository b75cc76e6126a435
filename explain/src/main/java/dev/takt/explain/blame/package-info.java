/// Which stall took which operation's time: pure functions of operations and stalls. The rules, and
/// what they rest on, are in the module's `README.md`.
@NullMarked
package dev.takt.explain.blame;

import org.jspecify.annotations.NullMarked;
