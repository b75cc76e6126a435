/// Attribution: which stall caused which operation's excess time. Pure functions of operations and
/// stalls. The rules and their justification are in the module's `README.md`.
@NullMarked
package dev.takt.explain.attribution;

import org.jspecify.annotations.NullMarked;
